import type Papa from 'papaparse';
import { call, shownSnapshot } from '../../api/client.ts';
import { useAction } from '../../api/loading.ts';
import { type Filters, useFilters } from '../../state/filters.ts';
import { useRoute } from '../../state/route.ts';
import { Button } from '../button.tsx';
import { FormError } from '../form/form.tsx';
import { fromLater } from '../lazy.tsx';

/** A column of a file. */
export interface CsvColumn<Row> {
  name: string;
  /** The plain value; a column without it is not in the file. */
  value?: (row: Row) => CsvValue;
}
type CsvValue = string | number | boolean | null;

/** A spreadsheet runs such a text as a formula, so it is written with an apostrophe before it, as in the server's CSV. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** Screens whose numbers are of the filter bar's brand and days, and of a snapshot. */
const REPORT_SCREENS: ReadonlySet<string> = new Set([
  'overview',
  'prompts',
  'sources',
  'compare',
  'coverage',
]);
/** Letters of a brand's name in the name of a file. */
const MOST_LETTERS = 60;

/** Saves what a table shows. On a screen of reports the file's name says brand, days and snapshot. */
export function CsvButton<Row>({
  name,
  columns,
  rows,
}: {
  name: string;
  columns: readonly CsvColumn<Row>[];
  /** A function where they are many and made for the file alone. */
  rows: readonly Row[] | (() => readonly Row[]);
}) {
  const nameFile = useFileName();
  const saving = useAction(async () => {
    const [content, file] = await Promise.all([
      csvOf(columns, typeof rows === 'function' ? rows() : rows),
      nameFile(name),
    ]);
    save(`${file}.csv`, content);
  });
  return (
    <>
      <Button size="small" isBusy={saving.isBusy} onClick={() => void saving.run()}>
        Save as CSV
      </Button>
      <FormError error={saving.error} />
    </>
  );
}

/** Names a file, without its ending: on a screen of reports it says brand, days and snapshot. */
export function useFileName(): (name: string) => Promise<string> {
  const { screen } = useRoute();
  const filters = useFilters();
  return async (name) => [...(REPORT_SCREENS.has(screen) ? await originOf(filters) : []), name].join('_');
}

async function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): Promise<string> {
  const kept = columns.filter((column) => column.value !== undefined);
  // Few people save a table: the library is loaded when one does.
  const { unparse } = await fromLater<typeof Papa>('papaparse');
  const data = rows.map((row) => kept.map(({ value }) => value?.(row) ?? null));
  const fields = kept.map(({ name }) => name);
  return `${unparse({ fields, data }, { newline: '\r\n', escapeFormulae: FORMULA })}\r\n`;
}

/** Brand, days and snapshot, for the name of a file. */
async function originOf({ brand, start, end }: Filters): Promise<string[]> {
  const name = brand === null ? 'all-brands' : await brandName(brand);
  return [name, start, end, ...(shownSnapshot.value ? [shownSnapshot.value.id] : [])];
}

async function brandName(id: string): Promise<string> {
  const { name } = await call('getBrand', { path: { id } });
  // Neither separators of paths nor of the parts of this name.
  return [...name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')].slice(0, MOST_LETTERS).join('');
}

/** Lets the browser save a text, or what was fetched, as a file. */
export function save(name: string, content: BlobPart, mediaType = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
