/*
 * DuckDB's errors, distinguished by their text. Its C API has codes of errors, but @duckdb/node-api (seen: 1.5.5, and
 * DuckDB 1.5.5) rejects with a plain Error that carries the message alone. All texts that the program depends on
 * stand here; test/snapshots/duckdb-errors.test.ts provokes each error and would notice other words.
 */

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

/** Whether a statement ended because connection.interrupt() was called: "INTERRUPT Error: Interrupted!". */
export function isInterrupted(error: unknown): boolean {
  return messageOf(error).startsWith('INTERRUPT Error');
}

/**
 * Whether a statement failed at a file that it read: a block with a wrong checksum ("Corrupt database file"), a file
 * that ends too soon ("Could not read enough bytes"), one that is gone ("No files found that match the pattern",
 * "Cannot open file … No such file or directory" where it went meanwhile).
 */
export function isUnreadableFile(error: unknown): boolean {
  return /Corrupt database file|Could not read|No files found|Cannot open file .*No such file/i.test(
    messageOf(error),
  );
}

/** Whether read_csv could not make a row of a line, as against a disk or memory that is full. */
export function isUnreadableLine(error: unknown): boolean {
  return messageOf(error).includes('CSV Error on Line');
}

/** The line that read_csv could not make a row of, as far as the message quotes it; null where it quotes none. */
export function unreadableLine(error: unknown): string | null {
  return /Original Line: (.*)/.exec(messageOf(error))?.[1] ?? null;
}

/** Whether a statement needed more memory than the engine's limit, with nothing left that could be spilled. */
export function isOutOfMemory(error: unknown): boolean {
  return messageOf(error).startsWith('Out of Memory Error');
}

/** Whether a file could not be written because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return (error as NodeJS.ErrnoException)?.code === 'ENOSPC' || /no space left/i.test(messageOf(error));
}
