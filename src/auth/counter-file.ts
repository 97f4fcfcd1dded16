import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { checkedJson, DamagedFile, parseCheckedJson } from '../base/durable-file.ts';
import type { Log } from '../base/log.ts';
import { DayCounts, dayNumber } from './day-counts.ts';
import { allocateCounters } from './shared-counters.ts';

const FILE = 'request-counts.json';
const WRITE_MS = 10_000;
const TABLES = ['organisationDays', 'sessionDays'] as const;

/** The content of the file: the number of the day and its counts; owners are in hexadecimal. */
type StoredCounts = { day: number } & Record<(typeof TABLES)[number], [owner: string, count: number][]>;

/** The counters of the rate limits, of which the day counts outlive the process. */
export interface RateCounters {
  /** See allocateCounters. */
  memory: SharedArrayBuffer;
  /** Writes the day counts for the next process. */
  close(): Promise<void>;
}

/**
 * Allocates the counters of the rate limits and loads the day counts of the process before from a file in the data
 * folder. A timer writes the file, not the requests: a process that is killed loses the counts of the last 10 s.
 * Failures of the file are logged and not thrown.
 */
export async function openRateCounters(dataDir: string, log: Log): Promise<RateCounters> {
  const memory = allocateCounters();
  const file = join(dataDir, FILE);
  const days = TABLES.map((table) => [table, new DayCounts(memory, table)] as const);
  let written = '';
  let isFailing = false;

  const write = async (): Promise<void> => {
    const lists = days.map(([table, counts]) => [
      table,
      Array.from(counts.entries(), ([owner, count]) => [BigInt.asUintN(64, owner).toString(16), count]),
    ]);
    const text = checkedJson({ day: dayNumber(), ...Object.fromEntries(lists) });
    if (text === written) return;
    try {
      await mkdir(dataDir, { recursive: true });
      await writeFile(`${file}.new`, text, { mode: 0o600 });
      await rename(`${file}.new`, file);
      written = text;
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ error }, 'the day counts of requests could not be written');
      isFailing = true;
    }
  };

  try {
    const stored = storedCounts(await readFile(file, 'utf8'));
    if (stored.day === dayNumber())
      for (const [table, counts] of days)
        for (const [owner, count] of stored[table])
          counts.set(BigInt.asIntN(64, BigInt(`0x${owner}`)), count);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.warn({ error }, 'the day counts of requests could not be read: they start at 0');
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

/** @throws DamagedFile */
function storedCounts(text: string): StoredCounts {
  const stored = parseCheckedJson(text) as Partial<StoredCounts>;
  const isCount = ([owner, count]: [unknown, unknown]) =>
    /^[0-9a-f]{1,16}$/.test(String(owner)) && Number.isSafeInteger(count) && Number(count) >= 0;
  for (const table of TABLES) {
    const counts = stored[table];
    if (!Array.isArray(counts) || !counts.every((entry) => Array.isArray(entry) && isCount(entry)))
      throw new DamagedFile(`${table} is no list of counts`);
  }
  return stored as StoredCounts;
}
