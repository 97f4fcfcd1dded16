import { useAccess } from '../../../api/access.ts';
import { call, type Schemas } from '../../../api/client.ts';
import { useAction, useAnswer, useRows } from '../../../api/loading.ts';
import { Card, Loaded } from '../../../components/card.tsx';
import { CheckField, FormError } from '../../../components/form/form.tsx';
import type { Act } from '../../../components/list/acts.tsx';
import { badgeColumn, momentColumn, textColumn } from '../../../components/list/columns.tsx';
import { ResourceList } from '../../../components/list/resource-list.tsx';
import type { Column } from '../../../components/table/table.tsx';
import { toast } from '../../../components/toast.tsx';

const CHOICES = [
  ['alerts', 'Alerts'],
  ['quotaWarnings', 'Quotas that are nearly used up'],
] as const;

/** Whether the server sends mail, what of it the person gets, and who refuses it. */
export function Mail() {
  const may = useAccess();
  const mail = useAnswer('getMail');
  const { run, isBusy, error } = useAction(async (body: Schemas['MailUpdate']) => {
    await call('updateMail', { body });
    toast('Saved.');
    mail.reload();
  });
  return (
    <>
      <Card title="Mail">
        <Loaded of={mail} height={80}>
          {({ isOn, from, waiting, ...chosen }) =>
            isOn ? (
              <div class="stack-small">
                <p>
                  This server sends mail from {from}.{waiting > 0 && ` ${waiting} of your organisation wait.`}
                </p>
                {CHOICES.map(([name, words]) => (
                  <CheckField
                    key={name}
                    label={words}
                    checked={chosen[name]}
                    isDisabled={isBusy}
                    onChange={(isOn) => void run({ [name]: isOn })}
                  />
                ))}
                <FormError error={error} />
              </div>
            ) : (
              <p>
                No mail is sent here: pass invitations on yourself, and ask the operator for a new password.{' '}
                <a href="docs/mail">How mail is set up</a>
              </p>
            )
          }
        </Loaded>
      </Card>
      {mail.data?.isOn && may('listMailAddresses') && <Refused />}
    </>
  );
}

/** Addresses that refused mail. Nothing is shown where there are none. */
function Refused() {
  const refused = useRows('listMailAddresses');
  if (!refused.data || refused.data.rows.length === 0) return null;
  return (
    <ResourceList
      title="Addresses that refused mail"
      list={refused}
      one="address"
      many="addresses"
      csv="refused-addresses"
      nameOf={({ address }) => address}
      columns={columns}
      acts={acts}
      empty={['No address refused mail', null]}
    />
  );
}

type Address = Schemas['MailAddress'];

const acts: Act<Address>[] = [
  { label: 'Send again', operation: 'removeMailAddress', done: 'Mail goes there again.' },
];

const columns: Column<Address>[] = [
  textColumn('Address', ({ address }) => address),
  badgeColumn('State', ({ isPaused }) => [isPaused ? 'paused' : 'tried again']),
  textColumn('Why', ({ reason }) => reason),
  momentColumn('When', ({ refusedAt }) => refusedAt),
];
