import { counted } from '../../../../../presentation/numbers.ts';
import { useAccess } from '../../../api/access.ts';
import type { Schemas } from '../../../api/client.ts';
import { useAnswer } from '../../../api/use-answer.ts';

import { useRows } from '../../../api/use-rows.ts';
import { Badge } from '../../../components/card.tsx';
import { Field } from '../../../components/form/field.tsx';
import { CheckField } from '../../../components/form/form.tsx';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import type { Act } from '../../../components/list/acts.tsx';
import { momentColumn, textColumn } from '../../../components/list/columns.tsx';
import { ResourceList } from '../../../components/list/resource-list.tsx';
import type { Column } from '../../../components/table/table.tsx';
import { href, setParams, useRoute } from '../../../state/route.ts';
import { titled } from '../../../state/text.ts';
import { OVERLAPS } from '../parts/overlaps.ts';
import { CreateKey } from './create-key.tsx';
import { NewKey, scopeWords } from './scopes.tsx';

type Key = Schemas['ApiKey'];

const STATES: Record<Schemas['ApiKeyState'], string> = {
  ACTIVE: 'works',
  EXPIRED: 'expired',
  REVOKED: 'revoked',
};

/** API keys: for programs and spreadsheets that read reports or send answers. */
export default function Keys() {
  const may = useAccess();
  const { params } = useRoute();
  const isAll = params.get('state') === 'all';
  const keys = useRows('listApiKeys', { state: isAll ? null : 'ACTIVE' });
  return (
    <>
      <PlanNote />
      <ResourceList
        title="API keys"
        about="With a key, a program or a spreadsheet reads reports or sends answers without a login."
        list={keys}
        one="key"
        csv="api-keys"
        nameOf={({ name }) => name}
        columns={columns}
        acts={acts}
        creates={creates}
        empty={[
          'There is no API key that works',
          may('createApiKey')
            ? 'Create one for each program, so that each can be revoked by itself.'
            : 'An admin of your organisation can create one.',
        ]}
      >
        <CheckField
          label="Show revoked and expired keys too"
          checked={isAll}
          onChange={(checked) => setParams({ state: checked ? 'all' : null })}
        />
      </ResourceList>
    </>
  );
}

const creates: Act<null>[] = [
  {
    label: 'Create a key',
    operation: 'createApiKey',
    kind: 'primary',
    dialog: (_, ends) => <CreateKey {...ends} />,
  },
];

const isWorking = ({ state }: Key) => state === 'ACTIVE';

const acts: Act<Key>[] = [
  {
    label: 'Rename',
    operation: 'updateApiKey',
    dialog: ({ id }, ends) => (
      <FormDialog
        operation="updateApiKey"
        path={{ id }}
        title="Rename the key"
        done="The key is renamed."
        {...ends}
      >
        {(form) => (
          <Field
            of={form}
            name="name"
            label="Name"
            hint="What it may do, its brands and its end stay as they are: create another key for others."
          />
        )}
      </FormDialog>
    ),
  },
  {
    label: 'Replace',
    operation: 'rotateApiKey',
    when: (key) => isWorking(key) && key.replacedBy === null,
    dialog: ({ id, name }, ends) => (
      <FormDialog
        operation="rotateApiKey"
        path={{ id }}
        title={`Replace ${name}`}
        action="Make the new key"
        done="The new key works."
        secret={(created) => <NewKey created={created} onClose={ends.onClose} />}
        {...ends}
      >
        {(form) => (
          <>
            <p>The new key may do the same as the old one. Change over while both work.</p>
            <Field of={form} name="overlapMinutes" label="The old key works on" options={OVERLAPS} />
          </>
        )}
      </FormDialog>
    ),
  },
  {
    label: 'Revoke',
    operation: 'revokeApiKey',
    kind: 'danger',
    when: isWorking,
    confirm: ({ name, prefix }) => ({
      title: `Revoke ${name}?`,
      action: 'Revoke the key',
      text: (
        <>
          Whatever uses <code>{prefix}…</code> is refused within seconds. This cannot be undone. To change
          over without a gap, replace the key instead.
        </>
      ),
    }),
    done: 'The key is revoked.',
  },
];

/** Says so where the plan has no reports by key, before somebody finds out by a refusal. */
function PlanNote() {
  const { data } = useAnswer('getSubscription');
  if (!data || data.reportsByKey) return null;
  return (
    <p class="note" data-kind="warn">
      Reports by API key are part of the plan Custom alone; yours is {titled(data.plan)}. Keys work for
      sending answers, and reports by key are refused until the plan is changed.{' '}
      <a href={href('settings/plan')}>See the plans</a>
    </p>
  );
}

const columns: Column<Key>[] = [
  textColumn(
    'Name',
    ({ name }) => name,
    ({ prefix }) => <code>{prefix}…</code>,
  ),
  textColumn(
    'May',
    ({ scopes }) => scopeWords(scopes),
    ({ brandIds }) => (brandIds === null ? 'all brands' : counted(brandIds.length, 'brand')),
  ),
  {
    name: 'State',
    cell: (key) => (
      <>
        <Badge kind={isWorking(key) ? 'good' : undefined}>{STATES[key.state]}</Badge>
        {noteOf(key) !== null && <div class="small muted">{noteOf(key)}</div>}
      </>
    ),
    value: ({ state }) => STATES[state],
  },
  momentColumn('Expires', ({ expiresAt }) => expiresAt, 'never'),
  momentColumn('Last used', ({ lastUsedAt }) => lastUsedAt, 'not yet'),
  momentColumn('Made', ({ createdAt }) => createdAt),
];

/** Why a key ended or will end. */
function noteOf({ replacedBy, revokedBecause }: Key): string | null {
  if (revokedBecause === 'MAKER_REMOVED') return 'who made it was removed from the organisation';
  if (revokedBecause === 'MAKER_DEMOTED') return 'who made it may not make keys any more';
  return replacedBy === null ? null : 'replaced by a newer key';
}
