import type { Extraction } from '../../extraction/types.ts';

/** Who names an answer's citations; null: nobody, because the platform did not search. */
export type CitationOrigin = 'PLATFORM' | 'SENT' | 'TEXT' | null;

/** The links of a text are citations where the platform may have searched: a model writes addresses from memory. */
export const originWithoutList = (searched: boolean | null): CitationOrigin =>
  searched === false ? null : 'TEXT';

/** The column citations_from of a run: its origin, with _NONE where that has no citations. */
export function citationsFrom(origin: CitationOrigin, { citations }: Extraction): string | null {
  return origin === null || citations.length > 0 ? origin : `${origin}_NONE`;
}

/** CitationsFrom of the contract, of runs r. */
export const CITATIONS_FROM =
  "case when r.citations_from in ('PLATFORM', 'SENT', 'TEXT') then r.citations_from end";
