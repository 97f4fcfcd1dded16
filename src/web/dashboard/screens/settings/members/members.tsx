import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { me } from '../../../api/session.ts';
import { useList } from '../../../api/use-list.ts';
import { Button } from '../../../components/button.tsx';
import { Badge, Card, Loaded } from '../../../components/card.tsx';
import { formatDay } from '../../../components/numbers.tsx';
import { ShowMore } from '../../../components/show-more.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { useStore } from '../../../state/store.ts';
import { titled } from '../../../state/text.ts';
import { ChangeRole } from './change-role.tsx';
import { Invitations } from './invitations.tsx';
import { RemoveMember } from './remove-member.tsx';
import { ROLES, roleWords } from './roles.ts';

type Member = Schemas['Member'];

/** Who is in the organisation, and what each may do. */
export default function Members() {
  const may = useAccess();
  const who = useStore(me);
  const members = useList(['members'], (after) =>
    unwrap(api.GET('/api/members', { params: { query: { limit: 100, ...after } } })),
  );
  const [act, setAct] = useState<{ name: 'role' | 'remove'; on: Member } | null>(null);
  const close = () => setAct(null);
  // Only an owner changes owners.
  const mayChange = ({ role }: Member) => may('updateMember') && (role !== 'OWNER' || who?.role === 'OWNER');
  const actions: Column<Member> = {
    name: 'Actions',
    head: <span class="visually-hidden">Actions</span>,
    cell: (member) =>
      mayChange(member) && (
        <div class="row-actions">
          <Button
            size="small"
            onClick={() => setAct({ name: 'role', on: member })}
            aria-label={`Change role of ${member.email}`}
          >
            Change role
          </Button>
          <Button
            size="small"
            kind="danger"
            onClick={() => setAct({ name: 'remove', on: member })}
            aria-label={`Remove ${member.email}`}
          >
            Remove
          </Button>
        </div>
      ),
  };
  return (
    <>
      <Card title="Members" about="Each has a login of their own.">
        <Loaded of={members}>
          {({ rows }) => (
            <div class="stack-small">
              <Table
                caption="Members"
                isPaged
                csv="members"
                columns={[
                  {
                    name: 'Email',
                    cell: ({ id, email }) => (
                      <>
                        {email} {id === who?.user.id && <Badge kind="accent">you</Badge>}
                      </>
                    ),
                    value: ({ email }) => email,
                  },
                  {
                    name: 'Role',
                    cell: ({ role }) => (
                      <>
                        {titled(role)}
                        <div class="small muted">{roleWords(role)}</div>
                      </>
                    ),
                    value: ({ role }) => titled(role),
                  },
                  {
                    name: 'Since',
                    cell: ({ createdAt }) => formatDay(createdAt),
                    value: ({ createdAt }) => createdAt,
                  },
                  ...(may('updateMember') ? [actions] : []),
                ]}
                rows={rows}
                keyOf={({ id }) => id}
              />
              <ShowMore list={members} one="member" />
            </div>
          )}
        </Loaded>
      </Card>
      {may('listInvitations') && <Invitations />}
      <Card title="What each role may do">
        <dl class="kv">
          {ROLES.map(([role, words]) => (
            <Fragment key={role}>
              <dt>{titled(role)}</dt>
              <dd>{words}</dd>
            </Fragment>
          ))}
        </dl>
      </Card>
      {act?.name === 'role' && <ChangeRole id={act.on.id} onClose={close} onSaved={members.reload} />}
      {act?.name === 'remove' && <RemoveMember of={act.on} onClose={close} onRemoved={members.reload} />}
    </>
  );
}
