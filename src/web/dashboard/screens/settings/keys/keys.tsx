import { counted } from '../../../../../presentation/numbers.ts';
import { useAccess } from '../../../api/access.ts';
import type { Schemas } from '../../../api/client.ts';
import { useAnswer, useRows } from '../../../api/loading.ts';
import { CheckField } from '../../../components/form/form.tsx';
import type { Act } from '../../../components/list/acts.tsx';
import { badgeColumn, momentColumn, type Said, textColumn } from '../../../components/list/columns.tsx';
import { formAct } from '../../../components/list/form-act.tsx';
import { ResourceList } from '../../../components/list/resource-list.tsx';
import type { Column } from '../../../components/table/table.tsx';
import { href, setParams, useRoute } from '../../../state/route.ts';
import { titled } from '../../../state/text.ts';
import { OVERLAPS } from '../parts/overlaps.ts';
import { createKey } from './create-key.tsx';
import { NewKey, scopeWords } from './scopes.tsx';

type Key = Schemas['ApiKey'];

const STATES: Record<Schemas['ApiKeyState'], Said> = {
  ACTIVE: ['works', 'good'],
  EXPIRED: ['expired'],
  REVOKED: ['revoked'],
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
        columns={columns}
        acts={acts}
        creates={[createKey]}
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

const isWorking = ({ state }: Key) => state === 'ACTIVE';

const acts: Act<Key>[] = [
  formAct({
    label: 'Rename',
    operation: 'updateApiKey',
    form: {
      title: 'Rename the key',
      done: 'The key is renamed.',
      fields: (form) => (
        <form.Field
          name="name"
          label="Name"
          hint="What it may do, its brands and its end stay as they are: create another key for others."
        />
      ),
    },
  }),
  formAct({
    label: 'Replace',
    operation: 'rotateApiKey',
    when: (key) => isWorking(key) && key.replacedBy === null,
    form: ({ name }) => ({
      title: `Replace ${name}`,
      action: 'Make the new key',
      done: 'The new key works.',
      secret: (created, onClose) => <NewKey created={created} onClose={onClose} />,
      fields: (form) => (
        <>
          <p>The new key may do the same as the old one. Change over while both work.</p>
          <form.Field name="overlapMinutes" label="The old key works on" options={OVERLAPS} />
        </>
      ),
    }),
  }),
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
  badgeColumn('State', ({ state }) => STATES[state], noteOf),
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
