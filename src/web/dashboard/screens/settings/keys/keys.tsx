import { useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useData } from '../../../api/use-data.ts';
import { useList } from '../../../api/use-list.ts';
import { Button } from '../../../components/button.tsx';
import { Badge, Card, Empty, Loaded } from '../../../components/card.tsx';
import { Confirm } from '../../../components/dialog.tsx';
import { CheckField } from '../../../components/form.tsx';
import { counted, formatMoment } from '../../../components/numbers.tsx';
import { ShowMore } from '../../../components/show-more.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { toast } from '../../../components/toast.tsx';
import { href, setParams, useRoute } from '../../../state/route.ts';
import { titled } from '../../../state/text.ts';
import { CreateKey } from './create-key.tsx';
import { RenameKey } from './rename-key.tsx';
import { ReplaceKey } from './replace-key.tsx';
import { scopeWords } from './scopes.tsx';

type Key = Schemas['ApiKey'];
type Act = 'rename' | 'replace' | 'revoke';

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
  const keys = useList(['api keys', isAll], (after) =>
    unwrap(
      api.GET('/api/api-keys', {
        params: { query: { limit: 50, ...(isAll ? {} : { state: 'ACTIVE' }), ...after } },
      }),
    ),
  );
  const [isCreating, setCreating] = useState(false);
  const [act, setAct] = useState<{ name: Act; on: Key } | null>(null);
  const close = () => setAct(null);
  return (
    <>
      <PlanNote />
      <Card
        title="API keys"
        about="With a key, a program or a spreadsheet reads reports or sends answers without a login."
        actions={
          may('createApiKey') && (
            <Button kind="primary" onClick={() => setCreating(true)}>
              Create a key
            </Button>
          )
        }
      >
        <CheckField
          label="Show revoked and expired keys too"
          checked={isAll}
          onChange={(checked) => setParams({ state: checked ? 'all' : null })}
        />
        <Loaded of={keys}>
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty title="There is no API key that works">
                {may('createApiKey')
                  ? 'Create one for each program, so that each can be revoked by itself.'
                  : 'An admin of your organisation can create one.'}
              </Empty>
            ) : (
              <div class="stack-small">
                <Table
                  caption="API keys"
                  isPaged
                  csv="api-keys"
                  columns={[
                    ...columns,
                    ...(may('updateApiKey') ? [actions((name, on) => setAct({ name, on }))] : []),
                  ]}
                  rows={rows}
                  keyOf={({ id }) => id}
                />
                <ShowMore list={keys} one="key" />
              </div>
            )
          }
        </Loaded>
      </Card>
      {isCreating && <CreateKey onClose={() => setCreating(false)} onCreated={keys.reload} />}
      {act?.name === 'rename' && <RenameKey id={act.on.id} onClose={close} onSaved={keys.reload} />}
      {act?.name === 'replace' && <ReplaceKey of={act.on} onClose={close} onReplaced={keys.reload} />}
      {act?.name === 'revoke' && (
        <Confirm
          title={`Revoke ${act.on.name}?`}
          action="Revoke the key"
          onClose={close}
          onConfirm={async () => {
            await unwrap(api.DELETE('/api/api-keys/{id}', { params: { path: { id: act.on.id } } }));
            toast('The key is revoked.');
            keys.reload();
          }}
        >
          Whatever uses <code>{act.on.prefix}…</code> is refused within seconds. This cannot be undone. To
          change over without a gap, replace the key instead.
        </Confirm>
      )}
    </>
  );
}

/** Says so where the plan has no reports by key, before somebody finds out by a refusal. */
function PlanNote() {
  const { data } = useData(['subscription'], () => unwrap(api.GET('/api/subscription')));
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
  {
    name: 'Name',
    cell: ({ name, prefix }) => (
      <>
        {name}
        <div class="small muted">
          <code>{prefix}…</code>
        </div>
      </>
    ),
    value: ({ name }) => name,
  },
  {
    name: 'May',
    cell: ({ scopes, brandIds }) => (
      <>
        {scopeWords(scopes)}
        <div class="small muted">{brandIds === null ? 'all brands' : counted(brandIds.length, 'brand')}</div>
      </>
    ),
    value: ({ scopes }) => scopeWords(scopes),
  },
  {
    name: 'State',
    cell: (key) => (
      <>
        <Badge kind={key.state === 'ACTIVE' ? 'good' : undefined}>{STATES[key.state]}</Badge>
        {key.replacedBy !== null && <div class="small muted">replaced by a newer key</div>}
        {key.revokedBecause === 'MAKER_REMOVED' && (
          <div class="small muted">who made it was removed from the organisation</div>
        )}
        {key.revokedBecause === 'MAKER_DEMOTED' && (
          <div class="small muted">who made it may not make keys any more</div>
        )}
      </>
    ),
    value: ({ state }) => STATES[state],
  },
  {
    name: 'Expires',
    cell: ({ expiresAt }) => (expiresAt === null ? 'never' : formatMoment(expiresAt)),
    value: ({ expiresAt }) => expiresAt,
  },
  {
    name: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'not yet' : formatMoment(lastUsedAt)),
    value: ({ lastUsedAt }) => lastUsedAt,
  },
  { name: 'Made', cell: ({ createdAt }) => formatMoment(createdAt), value: ({ createdAt }) => createdAt },
];

function actions(onAct: (act: Act, on: Key) => void): Column<Key> {
  return {
    name: 'Actions',
    head: <span class="visually-hidden">Actions</span>,
    cell: (key) => (
      <div class="row-actions">
        <Button size="small" onClick={() => onAct('rename', key)} aria-label={`Rename ${key.name}`}>
          Rename
        </Button>
        {key.state === 'ACTIVE' && key.replacedBy === null && (
          <Button size="small" onClick={() => onAct('replace', key)} aria-label={`Replace ${key.name}`}>
            Replace
          </Button>
        )}
        {key.state === 'ACTIVE' && (
          <Button
            size="small"
            kind="danger"
            onClick={() => onAct('revoke', key)}
            aria-label={`Revoke ${key.name}`}
          >
            Revoke
          </Button>
        )}
      </div>
    ),
  };
}
