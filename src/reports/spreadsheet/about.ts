import type { Breakdown } from '../breakdown/request.ts';
import type { FlatColumn } from '../flat.ts';
import { MOST_CHARACTERS, RowWriter, type Style, type Value } from './cells.ts';
import type { Definition } from './definitions.ts';
import { type Origin, REPORT_NAMES } from './origin.ts';

/** Facts that are known once all rows are written. */
export interface Written {
  rows: number;
  /** Rows of the report, of which a page may be less; null: all are here. */
  total: number | null;
  cut: number;
  replaced: number;
}

/** The rows of the sheet About: of what the numbers are, and what each column means. */
export function aboutRows(
  origin: Origin & { breakdown: Breakdown | null },
  columns: readonly FlatColumn[],
  definitions: readonly Definition[],
  written: Written,
): string {
  const writer = new RowWriter();
  const rows: string[] = [];
  const add = (values: Value[], ...styles: Style[]) => rows.push(writer.row(values, styles));
  const say = (name: string, value: Value | undefined, style: Style = 'wrapped') => {
    if (value !== null && value !== undefined && value !== '') add([name, value], 'head', style);
  };
  say('Report', REPORT_NAMES[origin.report]);
  say('Brand', origin.brand ?? 'All brands');
  say('First day (UTC)', origin.start, 'day');
  say('Last day (UTC)', origin.end, 'day');
  for (const [name, text] of requestRows(origin.breakdown)) say(name, text);
  say('Snapshot', origin.snapshotId);
  say('Rows', written.rows, 'plain');
  if (written.total !== null) say('Rows of the whole report', written.total, 'plain');
  if (written.cut > 0)
    say(
      'Texts cut',
      `${written.cut} longer than ${MOST_CHARACTERS} characters; take CSV or JSON for all of them`,
    );
  if (written.replaced > 0)
    say(
      'Texts changed',
      `${written.replaced} with characters that a spreadsheet cannot hold, shown as \uFFFD`,
    );
  add([]);
  add(['Column', 'Meaning', 'Field of the API'], 'head', 'head', 'head');
  columns.forEach(({ name, path }, at) => {
    add([name, definitions[at]?.meaning ?? null, path], 'plain', 'wrapped', 'plain');
  });
  return rows.join('');
}

/** The request beside the days, in the words of a report's URL. */
function requestRows(breakdown: Breakdown | null): [name: string, text: string][] {
  if (breakdown === null) return [];
  const { dimensions, filters, having, orderBy, include, compareTo, sentimentReaders, by } = breakdown;
  return [
    ['A row for each', by ?? ''],
    ['Divided by', (dimensions ?? []).join(', ')],
    ['Compared with (UTC)', compareTo ? `${compareTo.start} to ${compareTo.end}` : ''],
    ...filters.map(({ field, operator, values }): [string, string] => [
      'Only',
      `${field} ${operator.replace('_', ' ')} ${values.map((value) => value ?? 'unknown').join(', ')}`,
    ]),
    ...having.map(({ field, operator, value }): [string, string] => [
      'Rows with',
      `${field} ${operator === 'gte' ? 'at least' : 'at most'} ${value}`,
    ]),
    ['Ordered by', orderBy.map(({ field, direction }) => `${field} ${direction}`).join(', ')],
    ['With', include.join(', ')],
    ['Scores of', (sentimentReaders ?? []).join(', ')],
  ];
}
