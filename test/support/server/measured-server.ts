import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './app.ts';
import type { ProbeReply, ProbeRequest } from './loop-probe.ts';
import { endingWithUs } from './programs.ts';

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** A server in a process of its own, with `loop-probe.ts` in it. */
export interface MeasuredServer {
  url: string;
  /** Begins to measure turns of its event loop; `end` gives what was measured. */
  begin(): Promise<void>;
  end(): Promise<ProbeReply>;
  /** Sets its clock so far off the system's, ms. */
  setClock(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** @param variables its configuration, beyond a data folder and port of its own and the secrets of tests */
export async function startMeasuredServer(variables: Record<string, string>): Promise<MeasuredServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-measured-'));
  const child = endingWithUs(
    fork(file('src/main.ts'), {
      cwd: tmpdir(),
      execArgv: [
        '--import',
        import.meta.resolve('tsx/esm'),
        '--import',
        file('test/support/server/loop-probe.ts'),
      ],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        TSX_TSCONFIG_PATH: file('tsconfig.json'),
        LOOP_PROBE: '1',
        DATA_DIR: dataDir,
        PORT: '0',
        JWT_SECRET: 'a secret of tests that is long enough',
        ENCRYPTION_KEY: 'another secret of tests, long enough',
        LOG_LEVEL: 'error',
        ...variables,
      },
    }),
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const ask = (request: ProbeRequest) =>
    new Promise<ProbeReply>((done, failed) => {
      const gone = () => failed(new Error(`the server ended: ${output}`));
      child.once('exit', gone);
      const onMessage = (reply: ProbeReply | { type: string }) => {
        if ('type' in reply) return;
        child.off('exit', gone);
        child.off('message', onMessage);
        done(reply);
      };
      child.on('message', onMessage);
      child.send(request);
    });
  const address = () => /listens on (\S+)/.exec(output)?.[1];
  await until(() => address() !== undefined || child.exitCode !== null);
  const url = address();
  if (url === undefined) throw new Error(`the server did not start: ${output}`);
  return {
    url,
    begin: async () => void (await ask('begin')),
    end: () => ask('end'),
    setClock: async (clockMs) => void (await ask({ clockMs })),
    async close() {
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
