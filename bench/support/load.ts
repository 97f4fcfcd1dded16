import autocannon from 'autocannon';
import type { Program } from './program.ts';

const CONNECTIONS = 10;

export interface LoadTarget {
  program: Program;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The text of every answer; null where it is not text, and is checked elsewhere. */
  expected: string | null;
}

export interface LoadResult {
  /** Answers a second of wall time. */
  perSecond: number;
  /** Answers for a second of the server's CPU time: its capacity, even where the client is slower. null: unknown. */
  perCpuSecond: number | null;
}

/** Sends requests without pause. @throws Error where one answer is wrong */
export async function load(target: LoadTarget, seconds: number): Promise<LoadResult> {
  const { program, path, headers, body, expected } = target;
  const cpuBefore = program.cpuSeconds();
  const result = await autocannon({
    url: `${program.url}${path}`,
    method: 'POST',
    headers,
    body,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: 100,
    ...(expected === null ? {} : { verifyBody: (text: string) => text === expected }),
  });
  const cpuAfter = program.cpuSeconds();
  const { '2xx': good, non2xx, errors, mismatches, duration } = result;
  if (good === 0 || non2xx + errors + mismatches > 0) {
    throw new Error(
      `${path}: ${good} answers were good, ${non2xx} were refusals, ${mismatches} had a wrong body, ${errors} never came.`,
    );
  }
  return {
    perSecond: good / duration,
    perCpuSecond: cpuBefore === null || cpuAfter === null ? null : good / (cpuAfter - cpuBefore),
  };
}

/** How often clients do some work in a second, each one again and again. */
export async function perSecond(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1000;
  let done = 0;
  const client = async (_: unknown, index: number) => {
    while (elapsed() < seconds) {
      await work(index);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return done / elapsed();
}
