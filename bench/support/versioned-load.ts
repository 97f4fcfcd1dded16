import { ask, type ReportRequest } from './client.ts';

const CLIENTS = 4;

/** Answers under load whose content shows the snapshot they were made from. */
export interface Traffic {
  /** Milliseconds of each answer. */
  times: number[];
  errors: number;
  /** Answers that hold rows of two snapshots, or of another one than their header names. */
  mixed: number;
}

/** The version of the brands' names in each snapshot, by its id, as seen so far. */
const versionOf = new Map<string, string>();

/**
 * Sends requests without pause, four at a time, until `until` settles.
 * @param next the next request, never the same twice.
 */
export async function trafficUntil(
  url: string,
  next: () => ReportRequest,
  until: Promise<unknown>,
): Promise<Traffic> {
  const traffic: Traffic = { times: [], errors: 0, mixed: 0 };
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const answer = await ask(url, next()).catch(() => null);
      traffic.times.push(performance.now() - startedAt);
      if (answer?.status !== 200) traffic.errors += 1;
      else if (isMixed(String(answer.headers['x-snapshot-id']), answer.body.toString('utf8')))
        traffic.mixed += 1;
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  await until.finally(() => {
    isOver = true;
  });
  await clients;
  return traffic;
}

function isMixed(snapshotId: string, body: string): boolean {
  const versions = new Set(body.match(/ · \d+"/g));
  if (versions.size !== 1) return true;
  const [version] = versions as unknown as [string];
  const known = versionOf.get(snapshotId) ?? version;
  versionOf.set(snapshotId, known);
  const others = [...versionOf].some(([id, seen]) => id !== snapshotId && seen === version);
  return known !== version || others;
}
