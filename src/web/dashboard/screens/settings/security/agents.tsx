import { counted } from '../../../../../presentation/numbers.ts';
import type { Schemas } from '../../../api/client.ts';
import { useRows } from '../../../api/loading.ts';
import type { Act } from '../../../components/list/acts.tsx';
import { momentColumn, textColumn } from '../../../components/list/columns.tsx';
import { ResourceList } from '../../../components/list/resource-list.tsx';
import type { Column } from '../../../components/table/table.tsx';

type Connection = Schemas['AgentConnection'];

/** Agents that read for the person, and for others where the role shows them. */
export function Agents() {
  return (
    <ResourceList
      title="Connected agents"
      about="Agents such as Claude or ChatGPT that read reports for a member, who agreed to it."
      list={useRows('listConnections')}
      one="agent"
      csv="agents"
      nameOf={({ clientName }) => clientName}
      columns={columns}
      acts={acts}
      empty={[
        'No agent is connected',
        <>
          Give the agent the address of this server with <code>/mcp</code> at the end.{' '}
          <a href="docs/agents">How agents connect</a>
        </>,
      ]}
    />
  );
}

const columns: Column<Connection>[] = [
  textColumn(
    'Agent',
    ({ clientName }) => clientName,
    ({ clientId }) => (clientId.startsWith('https:') ? new URL(clientId).host : 'registered here'),
  ),
  textColumn(
    'For',
    ({ email, isOwn }) => (isOwn ? 'you' : email),
    ({ brandIds }) => (brandIds === null ? 'all brands' : counted(brandIds.length, 'brand')),
  ),
  momentColumn('Last used', ({ lastUsedAt }) => lastUsedAt),
  momentColumn('Connected', ({ createdAt }) => createdAt),
];

const acts: Act<Connection>[] = [
  {
    label: 'Disconnect',
    operation: 'endConnection',
    kind: 'danger',
    confirm: ({ clientName, email, isOwn }) => ({
      title: `Disconnect ${clientName}?`,
      action: 'Disconnect',
      text: `It is refused within seconds. ${isOwn ? 'You' : email} can connect it again.`,
    }),
    done: 'The agent is disconnected.',
  },
];
