import { formatDay, formatMoment } from '../../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../../api/client.ts';
import { useAnswer } from '../../../api/loading.ts';
import { Badge, Card, Loaded } from '../../../components/card.tsx';
import { type Act, Acts } from '../../../components/list/acts.tsx';
import { dayColumn, textColumn } from '../../../components/list/columns.tsx';
import { formAct } from '../../../components/list/form-act.tsx';
import { Copied, ShownOnce } from '../../../components/shown-once.tsx';
import { type Column, Table } from '../../../components/table/table.tsx';
import { href } from '../../../state/route.ts';

type State = Schemas['Scim'];

/** How the provider says who has left, and what those left behind. */
export function Scim() {
  const scim = useAnswer('getScim');
  return (
    <Card
      title="Who has left (SCIM)"
      about="The provider says who is in the organisation: whoever it deactivates is out within seconds."
      actions={scim.data && <Acts acts={acts} on={scim.data} onDone={scim.reload} />}
    >
      <Loaded of={scim} height={80}>
        {({ isOn, url, createdAt, usedAt, keysOfDeparted }) => (
          <div class="stack">
            <p>
              <Badge>{isOn ? 'On' : 'Off'}</Badge>{' '}
              {isOn &&
                `The bearer is of ${formatDay(createdAt)}, ${usedAt === null ? 'and was not used yet.' : `last used ${formatMoment(usedAt)}.`}`}
            </p>
            {isOn && url !== null && <Copied label="Address for the provider" value={url} />}
            {keysOfDeparted.length > 0 && (
              <div class="stack-small">
                <p class="note" data-kind="warn">
                  These API keys were made by people who have left, and still work. Revoke what is not needed
                  in <a href={href('settings/keys')}>API keys</a>.
                </p>
                <Table
                  caption="API keys of people who have left"
                  csv="keys-of-departed"
                  columns={columns}
                  rows={keysOfDeparted}
                />
              </div>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

const columns: Column<State['keysOfDeparted'][number]>[] = [
  textColumn('Key', ({ name }) => name),
  textColumn('Made by', ({ madeBy }) => madeBy),
  dayColumn('Made', ({ createdAt }) => createdAt),
];

const acts: Act<State>[] = [
  formAct({
    label: ({ isOn }) => (isOn ? 'Make another bearer' : 'Make a bearer'),
    operation: 'replaceScimToken',
    form: ({ isOn }) => ({
      title: isOn ? 'Make another bearer' : 'Make a bearer for SCIM',
      action: 'Make it',
      secret: ({ token }, onClose) => (
        <ShownOnce
          title="The bearer for SCIM"
          label="Bearer"
          value={token}
          about="Enter it at the provider now: it is not shown again."
          onClose={onClose}
        />
      ),
      fields: () => (
        <p>
          Whoever has it can make and deactivate members.
          {isOn && ' The one before ends at once.'}
        </p>
      ),
    }),
  }),
  {
    label: 'End it',
    operation: 'endScim',
    kind: 'danger',
    when: ({ isOn }) => isOn,
    confirm: () => ({
      title: 'End SCIM?',
      action: 'End it',
      text: 'The provider can change nobody any more. Members stay as they are.',
    }),
    run: () => call('endScim'),
    done: 'SCIM has ended.',
  },
];
