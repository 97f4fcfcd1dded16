import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_DAY, LAST_DAY } from '../data/dataset.ts';
import { ask } from './client.ts';
import { describe, freePort, spawnProgram } from './program.ts';

const DEADLINE_MS = 120_000;

/** Starts a server. @returns the seconds from the start of its process to its first report, over all days */
export async function firstReport(environment: Record<string, string>, key: string): Promise<number> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawnProgram('src/main.ts', { ...environment, PORT: String(port) });
  try {
    for (;;) {
      const answer = await ask(url, {
        report: 'brands',
        key,
        body: { start_date: FIRST_DAY, end_date: LAST_DAY },
      }).catch(() => null);
      const time = performance.now() - startedAt;
      if (answer?.status === 200) return time / 1000;
      if (time > DEADLINE_MS || child.exitCode !== null)
        throw new Error('The server answered no report in time.');
      await sleep(5);
    }
  } finally {
    await describe(child).stop();
  }
}
