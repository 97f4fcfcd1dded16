import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from './server/database.ts';
import { afterFile } from './together.ts';

/** The time that a hook of a test may take. */
const LONGEST_START_MS = 120_000;

/**
 * Starts what the tests of a file use. It is closed after the last of them, what was started last first.
 * @param close how, if not by its method of this name
 * @param whenDone has it closed after all files of the process, by `afterFiles`
 */
export async function forFile<T extends { close(): unknown }>(starting: T | Promise<T>): Promise<T>;
export async function forFile<T>(
  starting: T | Promise<T>,
  close: (started: T) => unknown,
  whenDone?: typeof afterFile,
): Promise<T>;
export async function forFile<T>(
  starting: T | Promise<T>,
  close: (started: T) => unknown = (started) => (started as { close(): unknown }).close(),
  whenDone = afterFile,
): Promise<T> {
  const started = await inTime(starting);
  whenDone(async () => close(started));
  return started;
}

/** A database for the tests of a file. */
export function withDatabase(options?: Parameters<typeof createTestDatabase>[0]): Promise<TestDatabase> {
  return forFile(createTestDatabase(options), (database) => database.drop());
}

/** A folder that goes after the tests of a file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-test-'));
  afterFile(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function inTime<T>(starting: T | Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('it did not start in time')), LONGEST_START_MS);
  try {
    return await Promise.race([starting, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
