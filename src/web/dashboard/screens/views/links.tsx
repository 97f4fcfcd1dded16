import type { Schemas } from '../../api/client.ts';
import { useRows } from '../../api/loading.ts';
import { LinkButton } from '../../components/button.tsx';
import type { Act } from '../../components/list/acts.tsx';
import { dayColumn, momentColumn, numberColumn, textColumn } from '../../components/list/columns.tsx';
import { ResourceList } from '../../components/list/resource-list.tsx';
import type { Column } from '../../components/table/table.tsx';
import { useMembers } from '../../frame/members.ts';
import { href } from '../../state/route.ts';

type SharedLink = Schemas['SharedLink'];

/** What is shared by links, and how often it was opened. */
export function SharedLinks() {
  const links = useRows('listSharedLinks');
  const { emailOf } = useMembers();
  return (
    <ResourceList
      title="Shared links"
      about="Whoever has a link reads the report of its view, without a login, until it ends or is revoked."
      list={links}
      one="link"
      nameOf={({ viewName, note }) => note ?? viewName}
      columns={columnsOf(emailOf)}
      acts={acts}
      empty={[
        'Nothing is shared',
        <LinkButton key="views" href={href('views')}>
          Share a saved view
        </LinkButton>,
      ]}
      height={200}
    />
  );
}

const STATES = { ACTIVE: 'Works', EXPIRED: 'Has ended', REVOKED: 'Revoked' } as const;

const acts: Act<SharedLink>[] = [
  {
    label: 'Revoke',
    operation: 'revokeSharedLink',
    kind: 'danger',
    when: ({ state }) => state === 'ACTIVE',
    confirm: ({ viewName, note }) => ({
      title: `Revoke the link to “${viewName}”?`,
      action: 'Revoke the link',
      text: `${note === null ? 'Whoever has it' : `“${note}”`} reads nothing by it any more, at once. It cannot be undone.`,
    }),
    done: 'The link is revoked.',
  },
];

const columnsOf = (emailOf: (id: string | null) => string): Column<SharedLink>[] => [
  textColumn(
    'View',
    ({ viewName }) => viewName,
    ({ note }) => note,
  ),
  textColumn(
    'State',
    ({ state }) => STATES[state],
    ({ hasPassword, pinId, showsAnswers }) =>
      [hasPassword && 'password', pinId !== null && 'pinned data', showsAnswers && 'texts of answers']
        .filter(Boolean)
        .join(', '),
  ),
  dayColumn('Ends', ({ expiresAt }) => expiresAt),
  numberColumn('Opened', ({ opened }) => opened),
  momentColumn('Last opened', ({ lastOpenedAt }) => lastOpenedAt, 'never'),
  textColumn('Made by', ({ createdBy }) => emailOf(createdBy)),
];
