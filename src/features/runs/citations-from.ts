import type { Extraction } from '../../extraction/types.ts';

/** Who named an answer's citations; null: nobody, because the platform did not search. */
type Origin = 'PLATFORM' | 'SENT' | 'TEXT' | null;

/** The column citations_from of a run: its origin, with _NONE where that has no citations. */
export function citationsFrom(origin: Origin, { citations }: Extraction): string | null {
  return origin === null || citations.length > 0 ? origin : `${origin}_NONE`;
}

/** CitationsFrom of the contract, of runs r. */
export const CITATIONS_FROM =
  "case when r.citations_from in ('PLATFORM', 'SENT', 'TEXT') then r.citations_from end";
