import { type AppError, unavailable } from '../base/errors.ts';

/*
 * DuckDB's errors, distinguished by their text. Its C API has error codes, but @duckdb/node-api (seen: 1.5.5 with
 * DuckDB 1.5.5) rejects with a plain Error that carries only the message. All texts that the program depends on are in
 * this file. test/snapshots/duckdb-errors.test.ts provokes each error and fails if the wording changes.
 */

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

/** Whether a statement ended because connection.interrupt() was called: "INTERRUPT Error: Interrupted!". */
export function isInterrupted(error: unknown): boolean {
  return messageOf(error).startsWith('INTERRUPT Error');
}

/**
 * Whether a statement failed on a file that it read: a block with a wrong checksum ("Corrupt database file"), a
 * truncated file ("Could not read enough bytes"), or a missing one ("No files found that match the pattern"; "Cannot
 * open file … No such file or directory" if it disappeared meanwhile).
 */
export function isUnreadableFile(error: unknown): boolean {
  return /Corrupt database file|Could not read|No files found|Cannot open file .*No such file/i.test(
    messageOf(error),
  );
}

/** Whether read_csv could not parse a line, as opposed to a full disk or memory. */
export function isUnreadableLine(error: unknown): boolean {
  return messageOf(error).includes('CSV Error on Line');
}

/** The line that read_csv could not parse, as far as the message quotes it; null if it quotes none. */
export function unreadableLine(error: unknown): string | null {
  return /Original Line: (.*)/.exec(messageOf(error))?.[1] ?? null;
}

/** Whether a statement exceeded the engine's memory limit with nothing left to spill. */
export function isOutOfMemory(error: unknown): boolean {
  return messageOf(error).startsWith('Out of Memory Error');
}

/** The error for the caller of a statement that exceeded the memory limit; null for other errors. */
export function memoryTrouble(error: unknown): AppError | null {
  const advice = 'Ask for fewer rows (limit) or fewer days.';
  return isOutOfMemory(error)
    ? unavailable(`The report takes more memory than the server has for reports. ${advice}`, error)
    : null;
}

/** Whether a file could not be written because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return (error as NodeJS.ErrnoException)?.code === 'ENOSPC' || /no space left/i.test(messageOf(error));
}
