import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setInterval } from 'node:timers';
import type { Log } from '../base/log.ts';
import { DayCounts, dayNumber } from './rate-days.ts';
import { limitsMemory } from './rate-memory.ts';

const FILE = 'request-counts.json';
const WRITE_MS = 10_000;
const TABLES = ['organisationDays', 'sessionDays'] as const;

/** What the file holds: the day's counts by owner, in hexadecimal. */
type Counts = { day: number } & Record<(typeof TABLES)[number], [owner: string, count: number][]>;

/** The memory of the limits with the day's counts of the process before; `close` writes them for the next one. */
export interface KeptLimits {
  memory: SharedArrayBuffer;
  close(): Promise<void>;
}

/**
 * Opens the memory of the limits. The day's counts are in a file of the data folder, written beside the requests:
 * a process that is killed takes those of the last 10 s with it.
 */
export async function keepLimits(dataDir: string, log: Log): Promise<KeptLimits> {
  const memory = limitsMemory();
  const file = join(dataDir, FILE);
  const days = TABLES.map((table) => [table, new DayCounts(memory, table)] as const);
  let written = '';
  let isFailing = false;

  const write = async (): Promise<void> => {
    const lists = days.map(([table, counts]) => [
      table,
      Array.from(counts.entries(), ([owner, count]) => [BigInt.asUintN(64, owner).toString(16), count]),
    ]);
    const text = JSON.stringify({ day: dayNumber(), ...Object.fromEntries(lists) });
    if (text === written) return;
    try {
      await mkdir(dataDir, { recursive: true });
      await writeFile(`${file}.new`, text, { mode: 0o600 });
      await rename(`${file}.new`, file);
      written = text;
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ error }, "the day's counts of requests could not be written");
      isFailing = true;
    }
  };

  try {
    const kept = JSON.parse(await readFile(file, 'utf8')) as Counts;
    if (kept.day === dayNumber())
      for (const [table, counts] of days)
        for (const [owner, count] of kept[table]) counts.set(BigInt.asIntN(64, BigInt(`0x${owner}`)), count);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.warn({ error }, "the day's counts of requests could not be read: they begin anew");
  }
  let writing = Promise.resolve();
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, WRITE_MS).unref();
  return {
    memory,
    async close() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}
