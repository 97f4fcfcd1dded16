import { useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import { ApiError, api, type Schemas, unwrap } from '../../../api/client.ts';
import { useAction } from '../../../api/use-data.ts';
import { useList } from '../../../api/use-list.ts';
import { usePolling } from '../../../api/use-polling.ts';
import { Button } from '../../../components/button.tsx';
import { Badge, Card, Empty, Loaded } from '../../../components/card.tsx';
import { save } from '../../../components/csv.tsx';
import { Confirm } from '../../../components/dialog.tsx';
import { FormError } from '../../../components/form.tsx';
import { formatCount, formatDay, formatMoment } from '../../../components/numbers.tsx';
import { ShowMore } from '../../../components/show-more.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { toast } from '../../../components/toast.tsx';
import { bytesWords } from '../parts/bytes.ts';
import { CreateExport, REPORTS } from './create-export.tsx';

type Export = Schemas['Export'];

const STATES: Record<Schemas['ExportState'], string> = {
  QUEUED: 'waits',
  RUNNING: 'is being made',
  COMPLETED: 'ready',
  FAILED: 'failed',
};

/** Files of whole reports, and of all data of the organisation. */
export function Exports() {
  const may = useAccess();
  const exports = useList(['exports'], (after) =>
    unwrap(api.GET('/api/reports/exports', { params: { query: { limit: 20, ...after } } })),
  );
  usePolling(
    exports,
    exports.data?.rows.some(({ state }) => state === 'QUEUED' || state === 'RUNNING') === true,
  );
  const [isCreating, setCreating] = useState(false);
  const [deleted, setDeleted] = useState<Export | null>(null);
  const [ofAll, setOfAll] = useState(false);
  const download = useAction(downloadExport);
  // The file with all data is the owner's alone.
  const mayHave = ({ kind }: Export) => kind === 'REPORT' || may('createDataExport');
  const actions: Column<Export> = {
    name: 'Actions',
    head: <span class="visually-hidden">Actions</span>,
    cell: (one) =>
      mayHave(one) && (
        <div class="row-actions">
          {one.state === 'COMPLETED' && (
            <Button
              size="small"
              isBusy={download.isBusy}
              onClick={() => void download.run(one)}
              aria-label={`Download ${nameOf(one)}`}
            >
              Download
            </Button>
          )}
          {may('deleteExport') && (
            <Button
              size="small"
              kind="danger"
              onClick={() => setDeleted(one)}
              aria-label={`Delete ${nameOf(one)}`}
            >
              Delete
            </Button>
          )}
        </div>
      ),
  };
  return (
    <Card
      title="Exports"
      about="A file with all rows of a report, however many there are. It is removed after 7 days."
      actions={
        <>
          {may('createExport') && <Button onClick={() => setCreating(true)}>Export a report</Button>}
          {may('createDataExport') && <Button onClick={() => setOfAll(true)}>Export all data</Button>}
        </>
      }
    >
      <FormError error={download.error} />
      <Loaded of={exports}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title="There is no export">
              Export a report to work on it in a spreadsheet or a data warehouse.
            </Empty>
          ) : (
            <div class="stack-small">
              <Table
                caption="Exports"
                isPaged
                csv="exports"
                columns={[...columns, actions]}
                rows={rows}
                keyOf={({ id }) => id}
              />
              <ShowMore list={exports} one="export" />
            </div>
          )
        }
      </Loaded>
      {isCreating && <CreateExport onClose={() => setCreating(false)} onCreated={exports.reload} />}
      {ofAll && (
        <Confirm
          title="Export all data of the organisation?"
          action="Export all data"
          onClose={() => setOfAll(false)}
          onConfirm={async () => {
            await unwrap(api.POST('/api/organisation/export'));
            toast('The file is being made.');
            exports.reload();
          }}
        >
          One file with every row that the server keeps for the organisation, names of members included;
          passwords, keys and other secrets are left out. Only owners can download it.
        </Confirm>
      )}
      {deleted !== null && (
        <Confirm
          title={`Delete ${nameOf(deleted)}?`}
          action="Delete the export"
          onClose={() => setDeleted(null)}
          onConfirm={async () => {
            await unwrap(api.DELETE('/api/reports/exports/{id}', { params: { path: { id: deleted.id } } }));
            toast('The export is deleted.');
            exports.reload();
          }}
        >
          Its file is removed. It can be made again, from the data of then.
        </Confirm>
      )}
    </Card>
  );
}

const columns: Column<Export>[] = [
  {
    name: 'What',
    cell: (one) => (
      <>
        {nameOf(one)}
        {one.parameters !== null && (
          <div class="small muted">
            {formatDay(one.parameters.start_date)} to {formatDay(one.parameters.end_date)}
          </div>
        )}
      </>
    ),
    value: nameOf,
  },
  { name: 'Format', cell: ({ format }) => format, value: ({ format }) => format },
  {
    name: 'State',
    cell: ({ state, reason }) => (
      <>
        <Badge kind={state === 'COMPLETED' ? 'good' : state === 'FAILED' ? 'bad' : undefined}>
          {STATES[state]}
        </Badge>
        {reason !== null && <div class="small muted">{reason}</div>}
      </>
    ),
    value: ({ state }) => STATES[state],
  },
  {
    name: 'Rows',
    isNumber: true,
    cell: ({ rowsWritten, rowsTotal }) =>
      rowsTotal === null || rowsTotal === rowsWritten
        ? formatCount(rowsWritten)
        : `${formatCount(rowsWritten)} of ${formatCount(rowsTotal)}`,
    value: ({ rowsWritten }) => rowsWritten,
  },
  { name: 'Size', isNumber: true, cell: ({ bytes }) => bytesWords(bytes), value: ({ bytes }) => bytes },
  {
    name: 'Asked for',
    cell: ({ createdAt }) => formatMoment(createdAt),
    value: ({ createdAt }) => createdAt,
  },
];

function nameOf({ kind, report }: Export): string {
  return kind === 'ORGANISATION' || report === null
    ? 'All data'
    : (REPORTS.find(([name]) => name === report)?.[1] ?? report);
}

/** A link could not send the token, so the file is fetched, then saved. */
async function downloadExport({ id, format }: Export): Promise<void> {
  const { data, error, response } = await api.GET('/api/reports/exports/{id}/download', {
    params: { path: { id } },
    parseAs: 'blob',
  });
  if (!response.ok) throw new ApiError(response.status, error);
  const named = /filename="?([^";]+)"?/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  save(named ?? `export.${format.toLowerCase()}`, data as Blob, response.headers.get('Content-Type') ?? '');
}
