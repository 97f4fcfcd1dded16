import { isDiskFull, isOutOfMemory } from '../../engine/duckdb-errors.ts';

/** Why an export or pin could not be written, for the person who requested it; the log has the error itself. */
export function troubleOf(error: unknown): string {
  if (isDiskFull(error)) return 'The disk of the server is full.';
  if (isOutOfMemory(error)) return 'It takes more memory than the server has for reports.';
  return 'Something went wrong on our side.';
}
