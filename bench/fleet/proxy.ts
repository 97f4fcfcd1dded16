import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Member } from './member.ts';

const CONFIGURATION = fileURLToPath(new URL('../../src/web/docs/operate/haproxy.cfg', import.meta.url));

/** Whether there is a HAProxy here. */
export function hasProxy(): boolean {
  return spawnSync('haproxy', ['-v']).status === 0;
}

/** HAProxy with the configuration that operators get, at other addresses; answers name their server in X-Served-By. */
export class HaProxy extends Member {
  readonly url: string;
  readonly #metricsUrl: string;

  constructor(
    folder: string,
    { ports, port, metricsPort }: { ports: number[]; port: number; metricsPort: number },
  ) {
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, configuration(ports, port, metricsPort));
    super('proxy', folder, { file: 'haproxy', args: ['-db', '-f', file] });
    this.url = `http://127.0.0.1:${port}`;
    this.#metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  }

  /** Names of the servers that get requests. */
  async up(): Promise<string[]> {
    const text = await fetch(this.#metricsUrl).then(
      (answer) => answer.text(),
      () => '',
    );
    const found = text.matchAll(/^haproxy_server_status\{proxy="servers",server="([^"]+)",state="UP"\} 1$/gm);
    return [...found].map(([, name = '']) => name);
  }
}

/** The operator's file with the addresses of this fleet. @throws Error where it has not what is replaced */
function configuration(ports: number[], port: number, metricsPort: number): string {
  let text = readFileSync(CONFIGURATION, 'utf8');
  const replace = (what: RegExp, by: string) => {
    if (!what.test(text)) throw new Error(`${CONFIGURATION} has no ${what}`);
    text = text.replace(what, by);
  };
  replace(/^# Docker's names(?:.*\n)+?(?=\n)/m, '');
  replace(/ resolvers containers init-addr libc,none/, '');
  replace(/bind :8080/, `bind 127.0.0.1:${port}`);
  replace(/bind :8405/, `bind 127.0.0.1:${metricsPort}`);
  replace(
    /( +)http-response set-var(.sess.server.).*/,
    '$&\n$1http-response set-header X-Served-By %[srv_name]',
  );
  for (const [at, each] of ports.entries())
    replace(new RegExp(` server-${at + 1}:8080`, 'g'), ` 127.0.0.1:${each}`);
  return text;
}
