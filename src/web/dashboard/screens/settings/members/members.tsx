import { useAccess } from '../../../api/access.ts';
import type { Schemas } from '../../../api/client.ts';
import { useAnswer, useRows } from '../../../api/loading.ts';
import { me } from '../../../api/session.ts';
import { Badge, Card } from '../../../components/card.tsx';
import type { Act } from '../../../components/list/acts.tsx';
import { dayColumn, textColumn } from '../../../components/list/columns.tsx';
import { Facts } from '../../../components/list/facts.tsx';
import { ResourceList } from '../../../components/list/resource-list.tsx';
import type { Column } from '../../../components/table/table.tsx';
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
  const members = useRows('listMembers');
  const provider = useAnswer('getSingleSignOn', may('getSingleSignOn') ? {} : null);
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
      label: 'Forget the link',
      operation: 'forgetMemberLink',
      when: () => provider.data?.isOn === true,
      confirm: ({ email }) => ({
        title: `Forget the link of ${email} with the provider?`,
        action: 'Forget it',
        text: 'Logins by it end. Do this where the provider knows the person by another account now.',
      }),
      done: 'The link is forgotten.',
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
