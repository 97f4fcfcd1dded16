import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useAccess } from '../../../api/contract/access.ts';
import { useAction, useData } from '../../../api/use-data.ts';
import { useList } from '../../../api/use-list.ts';
import { Button } from '../../../components/button.tsx';
import { Badge, Card, Loaded } from '../../../components/card.tsx';
import { FormError } from '../../../components/form/form.tsx';
import { ShowMore } from '../../../components/list/show-more.tsx';
import { formatMoment } from '../../../components/numbers.ts';
import { type Column, Table } from '../../../components/table/table.tsx';
import { toast } from '../../../components/toast.tsx';

const CHOICES = [
  ['alerts', 'Alerts'],
  ['quotaWarnings', 'Quotas that are nearly used up'],
] as const;

/** Whether the server sends mail, what of it the person gets, and who refuses it. */
export function Mail() {
  const may = useAccess();
  const mail = useData(['mail'], () => unwrap(api.GET('/api/mail')));
  const { run, isBusy, error } = useAction(async (body: Schemas['MailUpdate']) => {
    await unwrap(api.PATCH('/api/mail', { body }));
    toast('Saved.');
    mail.reload();
  });
  return (
    <Card title="Mail">
      <Loaded of={mail} height={80}>
        {({ isOn, from, waiting, ...chosen }) =>
          isOn ? (
            <div class="stack-small">
              <p>
                This server sends mail from {from}.{waiting > 0 && ` ${waiting} of your organisation wait.`}
              </p>
              {CHOICES.map(([name, words]) => (
                <label key={name} class="check">
                  <input
                    type="checkbox"
                    checked={chosen[name]}
                    disabled={isBusy}
                    onChange={() => void run({ [name]: !chosen[name] })}
                  />{' '}
                  {words}
                </label>
              ))}
              <FormError error={error} />
              {may('listMailAddresses') && <Refused />}
            </div>
          ) : (
            <p>
              This server sends no mail: pass invitations on yourself, and ask the operator for a new
              password. <a href="docs/mail">How mail is set up</a>
            </p>
          )
        }
      </Loaded>
    </Card>
  );
}

/** Addresses that refused mail. Nothing is shown where there are none. */
function Refused() {
  const may = useAccess();
  const refused = useList(['mail addresses'], (after) =>
    unwrap(api.GET('/api/mail/addresses', { params: { query: { limit: 20, ...after } } })),
  );
  const { run, isBusy } = useAction(async (id: string) => {
    await unwrap(api.DELETE('/api/mail/addresses/{id}', { params: { path: { id } } }));
    toast('Mail goes there again.');
    refused.reload();
  });
  if (refused.data?.rows.length === 0) return null;
  const columns: Column<Schemas['MailAddress']>[] = [
    { name: 'Address', cell: ({ address }) => address },
    { name: 'State', cell: ({ isPaused }) => <Badge>{isPaused ? 'paused' : 'tried again'}</Badge> },
    { name: 'Why', cell: ({ reason }) => reason },
    { name: 'When', cell: ({ refusedAt }) => formatMoment(refusedAt) },
    {
      name: 'Actions',
      head: <span class="visually-hidden">Actions</span>,
      cell: ({ id, address }) =>
        may('removeMailAddress') && (
          <Button
            size="small"
            isBusy={isBusy}
            onClick={() => void run(id)}
            aria-label={`Send to ${address} again`}
          >
            Send again
          </Button>
        ),
    },
  ];
  return (
    <Loaded of={refused}>
      {({ rows }) => (
        <>
          <Table caption="Addresses that refused mail" columns={columns} rows={rows} keyOf={({ id }) => id} />
          <ShowMore list={refused} one="address" many="addresses" />
        </>
      )}
    </Loaded>
  );
}
