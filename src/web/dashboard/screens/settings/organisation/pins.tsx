import { useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useAction } from '../../../api/use-data.ts';
import { useList } from '../../../api/use-list.ts';
import { usePolling } from '../../../api/use-polling.ts';
import { Button } from '../../../components/button.tsx';
import { Badge, Card, Empty, Loaded } from '../../../components/card.tsx';
import { Confirm, Dialog } from '../../../components/dialog.tsx';
import { Form, FormError, problemOf, TextField } from '../../../components/form.tsx';
import { formatDay, formatMoment } from '../../../components/numbers.tsx';
import { ShowMore } from '../../../components/show-more.tsx';
import { Table } from '../../../components/table.tsx';
import { toast } from '../../../components/toast.tsx';
import { bytesWords } from '../parts/bytes.ts';

type Pin = Schemas['Pin'];

const STATES: Record<Schemas['PinState'], string> = {
  QUEUED: 'waits',
  RUNNING: 'is being made',
  READY: 'ready',
  FAILED: 'failed',
};

/** Data as it is now, kept under a name: reports of it stay the same whatever changes later. */
export function Pins() {
  const may = useAccess();
  const pins = useList(['pins'], (after) =>
    unwrap(api.GET('/api/pins', { params: { query: { limit: 20, ...after } } })),
  );
  usePolling(pins, pins.data?.rows.some(({ state }) => state === 'QUEUED' || state === 'RUNNING') === true);
  const [isPinning, setPinning] = useState(false);
  const [deleted, setDeleted] = useState<Pin | null>(null);
  return (
    <Card
      title="Pins"
      about="A pin keeps the data as it is now under a name. Reports that name it stay the same, whatever is added or changed later."
      actions={may('createPin') && <Button onClick={() => setPinning(true)}>Pin the data of now</Button>}
    >
      <Loaded of={pins}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title="Nothing is pinned">
              Pin the data behind a report that must not change any more.
            </Empty>
          ) : (
            <div class="stack-small">
              <Table
                caption="Pins"
                isPaged
                csv="pins"
                columns={[
                  { name: 'Name', cell: ({ name }) => name, value: ({ name }) => name },
                  {
                    name: 'State',
                    cell: ({ state, reason, touchedAt }) => (
                      <>
                        <Badge kind={state === 'READY' ? 'good' : state === 'FAILED' ? 'bad' : undefined}>
                          {STATES[state]}
                        </Badge>
                        {reason !== null && <div class="small muted">{reason}</div>}
                        {touchedAt !== null && (
                          <div class="small muted">
                            answers that are kept no longer left it on {formatDay(touchedAt)}
                          </div>
                        )}
                      </>
                    ),
                    value: ({ state }) => STATES[state],
                  },
                  {
                    name: 'Data as of',
                    cell: ({ dataAsOf }) => formatMoment(dataAsOf),
                    value: ({ dataAsOf }) => dataAsOf,
                  },
                  {
                    name: 'Size',
                    isNumber: true,
                    cell: ({ bytes }) => bytesWords(bytes),
                    value: ({ bytes }) => bytes,
                  },
                  {
                    name: 'Kept until',
                    cell: ({ expiresAt }) => formatDay(expiresAt),
                    value: ({ expiresAt }) => expiresAt,
                  },
                  {
                    name: 'Actions',
                    head: <span class="visually-hidden">Actions</span>,
                    cell: (pin) =>
                      may('deletePin') && (
                        <div class="row-actions">
                          <Button
                            size="small"
                            kind="danger"
                            onClick={() => setDeleted(pin)}
                            aria-label={`Delete the pin ${pin.name}`}
                          >
                            Delete
                          </Button>
                        </div>
                      ),
                  },
                ]}
                rows={rows}
                keyOf={({ id }) => id}
              />
              <ShowMore list={pins} one="pin" />
            </div>
          )
        }
      </Loaded>
      {isPinning && <CreatePin onClose={() => setPinning(false)} onCreated={pins.reload} />}
      {deleted !== null && (
        <Confirm
          title={`Delete the pin ${deleted.name}?`}
          action="Delete the pin"
          onClose={() => setDeleted(null)}
          onConfirm={async () => {
            await unwrap(api.DELETE('/api/pins/{id}', { params: { path: { id: deleted.id } } }));
            toast('The pin is deleted.');
            pins.reload();
          }}
        >
          Reports that name it cannot be made again as they were. The data of today stays.
        </Confirm>
      )}
    </Card>
  );
}

function CreatePin({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const [name, setName] = useState('');
  const [days, setDays] = useState('400');
  const { run, isBusy, error } = useAction(async () => {
    await unwrap(api.POST('/api/pins', { body: { name, keepDays: Number(days) } }));
    toast('The data is being pinned.');
    onCreated();
    onClose();
  });
  return (
    <Dialog title="Pin the data of now" onClose={onClose}>
      <Form onSubmit={() => run()}>
        <TextField
          label="Name"
          value={name}
          onInput={setName}
          required
          maxLength={64}
          placeholder="q3-2026"
          hint="Letters, digits and hyphens, beginning with a letter. Reports name the pin by it."
          problem={problemOf(error, 'name')}
        />
        <TextField
          label="Days to keep it"
          type="number"
          value={days}
          onInput={setDays}
          min={1}
          max={400}
          required
          problem={problemOf(error, 'keepDays')}
        />
        <FormError error={error} fields={['name', 'keepDays']} />
        <div class="actions">
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Pin it
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}
