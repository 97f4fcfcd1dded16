import { formatMoment } from '../../../../../presentation/numbers.ts';
import { type Schemas, SERVER } from '../../../api/client.ts';
import { useAnswer, useRows } from '../../../api/loading.ts';
import { me } from '../../../api/session.ts';
import type { Act } from '../../../components/list/acts.tsx';
import { badgeColumn, type Said, textColumn } from '../../../components/list/columns.tsx';
import { formAct } from '../../../components/list/form-act.tsx';
import { ResourceList } from '../../../components/list/resource-list.tsx';
import { ShownOnce } from '../../../components/shown-once.tsx';
import type { Column } from '../../../components/table/table.tsx';
import { titled } from '../../../state/text.ts';
import { rolesToGive, roleWords } from './roles.ts';

type Invitation = Schemas['Invitation'];

const STATES: Record<Schemas['InvitationState'], Said> = {
  PENDING: ['open', 'accent'],
  ACCEPTED: ['accepted', 'good'],
  REVOKED: ['revoked'],
  EXPIRED: ['expired'],
};

export function Invitations() {
  const invitations = useRows('listInvitations');
  const { data: mail } = useAnswer('getMail');
  return (
    <ResourceList
      title="Invitations"
      about={mail && aboutLinks(mail.isOn)}
      list={invitations}
      one="invitation"
      nameOf={({ email }) => `the invitation of ${email}`}
      columns={columns}
      acts={acts}
      creates={[invite(mail?.isOn === true)]}
      empty={['Nobody was invited yet', 'Invite those who should see the reports or work on them.']}
    />
  );
}

const aboutLinks = (isMailed: boolean) =>
  isMailed
    ? 'The link is mailed to them. You get it too, should the mail not arrive.'
    : 'No mail is sent: you get a link, and pass it on.';

const invite = (isMailed: boolean) =>
  formAct<'createInvitation', null>({
    label: 'Invite somebody',
    operation: 'createInvitation',
    kind: 'primary',
    form: {
      title: 'Invite somebody',
      action: 'Make the link',
      first: { role: 'MEMBER' },
      done: 'The invitation is made.',
      secret: ({ email, token, expiresAt }, onClose) => (
        <ShownOnce
          title={`The invitation of ${email}`}
          label="The link"
          value={`${SERVER}/#/join?token=${encodeURIComponent(token)}`}
          about={`${isMailed ? `It is mailed to ${email}, and not shown again.` : `Copy the link now and send it to ${email}: it is not shown again.`} It works once, until ${formatMoment(expiresAt)}.`}
          onClose={onClose}
        />
      ),
      fields: (form) => (
        <>
          <form.Field name="email" label="Email" autocomplete="off" />
          <form.Field
            name="role"
            label="Role"
            options={rolesToGive(me.value?.role)}
            hint={roleWords(form.value('role') ?? 'MEMBER')}
          />
        </>
      ),
    },
  });

const acts: Act<Invitation>[] = [
  {
    label: 'Revoke',
    operation: 'revokeInvitation',
    kind: 'danger',
    when: ({ state }) => state === 'PENDING',
    confirm: ({ email }) => ({
      title: `Revoke the invitation of ${email}?`,
      action: 'Revoke the invitation',
      text: 'The link stops working. You can invite the same address again.',
    }),
    done: 'The invitation is revoked.',
  },
];

const columns: Column<Invitation>[] = [
  textColumn('Email', ({ email }) => email),
  textColumn('Role', ({ role }) => titled(role)),
  badgeColumn('State', ({ state }) => STATES[state]),
  {
    name: 'Link works until',
    cell: ({ state, expiresAt }) => (state === 'PENDING' ? formatMoment(expiresAt) : '–'),
    value: ({ expiresAt }) => expiresAt,
  },
];
