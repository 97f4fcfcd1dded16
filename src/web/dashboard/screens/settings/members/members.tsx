import { useAccess } from '../../../api/access.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { me } from '../../../api/session.ts';
import { useList } from '../../../api/use-list.ts';
import type { Act } from '../../../components/acts.tsx';
import { Badge, Card } from '../../../components/card.tsx';
import { dayColumn, textColumn } from '../../../components/columns.tsx';
import { Facts } from '../../../components/facts.tsx';
import { ResourceList } from '../../../components/resource-list.tsx';
import type { Column } from '../../../components/table.tsx';
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
    unwrap(api.GET('/api/members', { params: { query: { limit: 1000, ...after } } })),
  );
  // Only an owner changes owners.
  const when = ({ role }: Member) => role !== 'OWNER' || who?.role === 'OWNER';
  const acts: Act<Member>[] = [
    {
      label: 'Change role',
      operation: 'updateMember',
      when,
      dialog: (member, ends) => <ChangeRole member={member} {...ends} />,
    },
    {
      label: 'Remove',
      operation: 'removeMember',
      kind: 'danger',
      when,
      dialog: (member, ends) => <RemoveMember of={member} {...ends} />,
    },
  ];
  return (
    <>
      <ResourceList
        title="Members"
        about="Each has a login of their own."
        list={members}
        one="member"
        csv="members"
        nameOf={({ email }) => email}
        acts={acts}
        empty={['There is no member', null]}
        columns={columnsOf(who?.user.id)}
      />
      {may('listInvitations') && <Invitations />}
      <Card title="What each role may do">
        <Facts of={ROLES.map(([role, words]) => [titled(role), words])} />
      </Card>
    </>
  );
}

const columnsOf = (ownId: string | undefined): Column<Member>[] => [
  {
    name: 'Email',
    cell: ({ id, email }) => (
      <>
        {email} {id === ownId && <Badge kind="accent">you</Badge>}
      </>
    ),
    value: ({ email }) => email,
  },
  textColumn(
    'Role',
    ({ role }) => titled(role),
    ({ role }) => roleWords(role),
  ),
  dayColumn('Since', ({ createdAt }) => createdAt),
];
