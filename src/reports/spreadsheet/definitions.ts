import { type Schema, theContract } from '../../contract/document/schemas.ts';
import type { BrokenDown } from '../breakdown/request.ts';
import type { FlatColumn } from '../flat.ts';

/** The contract's definition of a column. */
export interface Definition {
  meaning: string;
  /** `date`, `date-time`, or none. */
  format: string | null;
}

const ANSWERS: Record<BrokenDown, string> = {
  reportBrands: 'BrandsReport',
  reportQueries: 'QueriesReport',
  reportMentions: 'MentionsReport',
  reportSources: 'SourcesReport',
  reportSearches: 'SearchesReport',
};

/** The contract's definitions of the columns of a report's rows, in their order. */
export function definitionsOf(report: BrokenDown, columns: readonly FlatColumn[]): Definition[] {
  const rows = theContract().schema(ANSWERS[report]).properties?.['data']?.items ?? {};
  // Rows of a list and rows of groups are of different kinds: those are meant that have most of the columns.
  const found = (rows.anyOf ?? [rows]).map((row) => columns.map(({ path }) => fieldAt(row, path)));
  const known = (fields: (Schema | null)[]) => fields.filter((field) => field !== null).length;
  const best = found.toSorted((a, b) => known(b) - known(a))[0] ?? [];
  return best.map((field) => ({
    meaning: (field?.description ?? '').replaceAll(/\s+/g, ' ').trim(),
    format: typeof field?.['format'] === 'string' ? field['format'] : null,
  }));
}

/** The schema of a field by its path in a row; null: rows of this kind have none. */
function fieldAt(row: Schema, path: string): Schema | null {
  return path.split('.').reduce<Schema | null>((schema, name) => schema?.properties?.[name] ?? null, row);
}
