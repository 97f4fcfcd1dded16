import { rangeToToday } from '../../../../../base/definitions.ts';
import { formatDays } from '../../../../../presentation/days.ts';
import { formatCount } from '../../../../../presentation/numbers.ts';
import { useAccess } from '../../../api/access.ts';
import { answerTo, type Schemas } from '../../../api/client.ts';
import { usePolling, useRows } from '../../../api/loading.ts';
import type { FormOf } from '../../../components/form/form-of.ts';
import type { Act } from '../../../components/list/acts.tsx';
import { momentColumn, numberColumn, textColumn } from '../../../components/list/columns.tsx';
import { formAct } from '../../../components/list/form-act.tsx';
import { ResourceList } from '../../../components/list/resource-list.tsx';
import { save } from '../../../components/table/csv.tsx';
import type { Column } from '../../../components/table/table.tsx';
import { useBrands } from '../../../frame/brand/brand.ts';
import { bytesWords } from '../parts/bytes.ts';
import { isBeingMade, makingColumn } from '../parts/making.tsx';

type Export = Schemas['Export'];

const REPORTS: readonly (readonly [Schemas['ReportKind'], string])[] = [
  ['BRANDS', 'Brands'],
  ['QUERIES', 'Prompts'],
  ['MENTIONS', 'Mentions'],
  ['SOURCES', 'Sources'],
  ['SEARCHES', 'Searches'],
];

const FORMATS: readonly (readonly [Schemas['ExportFormat'], string])[] = [
  ['XLSX', 'Excel, a workbook'],
  ['CSV', 'CSV, for other spreadsheets'],
  ['NDJSON', 'NDJSON, a line of JSON a row'],
  ['PARQUET', 'Parquet, for data warehouses'],
];

const DELIMITERS: readonly (readonly [string, string])[] = [
  ['comma', 'Comma'],
  ['semicolon', 'Semicolon'],
  ['tab', 'Tab'],
];
const DECIMALS: readonly (readonly [string, string])[] = [
  ['point', 'Point (66.7)'],
  ['comma', 'Comma (66,7)'],
];

/** Files of whole reports, and of all data of the organisation. */
export function Exports() {
  const may = useAccess();
  const exports = useRows('listExports');
  usePolling(exports, exports.data?.rows.some(isBeingMade) === true);
  // The file with all data is the owner's alone.
  const mayHave = ({ kind }: Export) => kind === 'REPORT' || may('createDataExport');
  const acts: Act<Export>[] = [
    {
      label: 'Download',
      operation: 'downloadExport',
      when: (one) => mayHave(one) && one.state === 'COMPLETED',
      run: downloadExport,
    },
    {
      label: 'Delete',
      operation: 'deleteExport',
      kind: 'danger',
      when: mayHave,
      confirm: (one) => ({
        title: `Delete ${nameOf(one)}?`,
        action: 'Delete the export',
        text: 'Its file is removed. It can be made again, from the data of then.',
      }),
      done: 'The export is deleted.',
    },
  ];
  return (
    <ResourceList
      title="Exports"
      about="A file with all rows of a report, however many there are. It is removed after 7 days."
      list={exports}
      one="export"
      nameOf={nameOf}
      columns={columns}
      acts={acts}
      creates={creates}
      empty={['There is no export', 'Export a report to work on it in a spreadsheet or a data warehouse.']}
    />
  );
}

const creates: Act<null>[] = [
  formAct<'createExport', null>({
    label: 'Export a report',
    operation: 'createExport',
    form: () => {
      const { start, end } = rangeToToday();
      return {
        title: 'Export a report',
        action: 'Export',
        first: { report: 'MENTIONS', format: 'XLSX', parameters: { start_date: start, end_date: end } },
        done: 'The file is being made.',
        fields: (form) => <Fields of={form} />,
      };
    },
  }),
  {
    label: 'Export all data',
    operation: 'createDataExport',
    confirm: () => ({
      title: 'Export all data of the organisation?',
      action: 'Export all data',
      text: 'One file with every row that the server keeps for the organisation, names of members included; passwords, keys and other secrets are left out. Only owners can download it.',
    }),
    done: 'The file is being made.',
  },
];

function Fields({ of: form }: { of: FormOf<'createExport'> }) {
  const brands = useBrands().data?.data ?? [];
  return (
    <>
      <div class="form-row">
        <form.Field name="report" label="Report" options={REPORTS} />
        <form.Field name="format" label="Format" options={FORMATS} />
        <form.Field
          name="parameters.brand_id"
          label="Brand"
          options={[['', 'All brands'], ...brands.map(({ id, name }) => [id, name] as const)]}
        />
      </div>
      <div class="form-row">
        <form.Field name="parameters.start_date" label="First day" />
        <form.Field name="parameters.end_date" label="Last day" />
      </div>
      {form.value('format') === 'CSV' && (
        <>
          <div class="form-row">
            <form.Field name="parameters.csv.delimiter" label="Between cells" options={DELIMITERS} />
            <form.Field name="parameters.csv.decimal" label="Before decimals" options={DECIMALS} />
          </div>
          <form.Field
            name="parameters.csv.bom"
            label="Mark the file as UTF-8, so that Excel opens it right"
          />
        </>
      )}
    </>
  );
}

const columns: Column<Export>[] = [
  textColumn(
    'What',
    nameOf,
    ({ parameters }) => parameters && formatDays(parameters.start_date, parameters.end_date),
  ),
  textColumn('Format', ({ format }) => format),
  makingColumn(),
  {
    name: 'Rows',
    isNumber: true,
    cell: ({ rowsWritten, rowsTotal }) =>
      rowsTotal === null || rowsTotal === rowsWritten
        ? formatCount(rowsWritten)
        : `${formatCount(rowsWritten)} of ${formatCount(rowsTotal)}`,
    value: ({ rowsWritten }) => rowsWritten,
  },
  numberColumn('Size', ({ bytes }) => bytes, bytesWords),
  momentColumn('Asked for', ({ createdAt }) => createdAt),
];

function nameOf({ kind, report }: Export): string {
  return kind === 'ORGANISATION' || report === null
    ? 'All data'
    : (REPORTS.find(([name]) => name === report)?.[1] ?? report);
}

/** A link could not send the token, so the file is fetched, then saved. */
async function downloadExport({ id, format }: Export): Promise<void> {
  const { data, response } = await answerTo('downloadExport', { path: { id } }, { parseAs: 'blob' });
  const named = namedBy(response.headers.get('Content-Disposition') ?? '');
  save(
    named ?? `export.${format.toLowerCase()}`,
    data as unknown as Blob,
    response.headers.get('Content-Type') ?? '',
  );
}

/** The name in Content-Disposition (RFC 6266): in all its letters where they are not ASCII. */
function namedBy(disposition: string): string | undefined {
  const all = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  return all ? decodeURIComponent(all) : /filename="([^"]+)"/.exec(disposition)?.[1];
}
