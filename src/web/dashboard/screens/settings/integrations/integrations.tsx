import { formatMoment } from '../../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../../api/client.ts';
import { useRows } from '../../../api/loading.ts';
import { Badge } from '../../../components/card.tsx';
import type { Act } from '../../../components/list/acts.tsx';
import { ResourceList } from '../../../components/list/resource-list.tsx';
import type { Column } from '../../../components/table/table.tsx';
import { toast } from '../../../components/toast.tsx';
import { Bucket } from './bucket.tsx';
import { changeIntegration, connect } from './integration-form.tsx';
import { Stance } from './stance.tsx';
import { type IntegrationType, isAsking, isCapture, PAUSES, TYPES, typeName } from './types.ts';

type Integration = Schemas['Integration'];

/** A row a platform: connected or not. */
interface Place {
  type: IntegrationType;
  integration: Integration | undefined;
}

/** The keys with which Sightline asks AI platforms, and where it sends alerts. */
export default function Integrations() {
  const { data, ...list } = useRows('listIntegrations');
  const connected = data?.rows ?? [];
  const rows = TYPES.map((type) => ({ type, integration: connected.find((one) => one.type === type) }));
  return (
    <>
      <ResourceList<Place>
        title="Integrations"
        about="With a key of yours, Sightline asks an AI platform your prompts, or has a provider capture what people are shown. Keys are kept encrypted and are never shown again. Slack gets alerts and reports, and a bucket of your own your reports' rows."
        list={{ ...list, data: data && { rows, total: rows.length, hasMore: false } }}
        one="integration"
        isSearched={false}
        keyOf={({ type }) => type}
        nameOf={({ type }) => typeName(type)}
        columns={columns}
        acts={acts}
        empty={['There is no integration', null]}
        height={360}
      />
      {connected
        .filter(({ config }) => config.stance?.enabled)
        .map((one) => (
          <Stance key={one.id} of={one} />
        ))}
      {connected
        .filter(({ type }) => type === 'BUCKET')
        .map((one) => (
          <Bucket key={`${one.id} ${one.updatedAt}`} of={one} />
        ))}
    </>
  );
}

const isConnected = ({ integration }: Place) => integration !== undefined;
/** What is done with a place where something is connected. */
const of = ({ integration }: Place) => integration as Integration;

const acts: Act<Place>[] = [
  { ...connect, label: 'Connect', kind: undefined, when: (place) => !isConnected(place) },
  {
    label: ({ type }) => (type === 'SLACK' ? 'Send a test message' : 'Check'),
    operation: 'checkIntegration',
    when: isConnected,
    run: async (place) => {
      const body = place.type === 'SLACK' ? { body: { testMessage: true } } : {};
      const { ok, reason } = await call('checkIntegration', { path: { id: of(place).id }, ...body });
      toast(`${typeName(place.type)}: ${ok ? 'it works.' : reason}`);
    },
  },
  {
    label: 'Change',
    operation: 'updateIntegration',
    when: isConnected,
    dialog: (place, ends) => changeIntegration.dialog(of(place), ends),
  },
  {
    label: (place) => (of(place).isActive ? 'Switch off' : 'Switch on'),
    operation: 'updateIntegration',
    when: isConnected,
    run: (place) => {
      const { id, isActive } = of(place);
      return call('updateIntegration', { path: { id }, body: { isActive: !isActive } });
    },
    done: (place) => `${typeName(place.type)} is ${of(place).isActive ? 'off' : 'on'}.`,
  },
  {
    label: 'Disconnect',
    operation: 'deleteIntegration',
    kind: 'danger',
    when: isConnected,
    confirm: ({ type }) => ({
      title: `Disconnect ${typeName(type)}?`,
      action: 'Disconnect',
      text: lossOf(type),
    }),
    run: (place) => call('deleteIntegration', { path: { id: of(place).id } }),
    done: ({ type }) => `${typeName(type)} is disconnected.`,
  },
];

/** What is lost by disconnecting. */
function lossOf(type: IntegrationType): string {
  if (type === 'SLACK')
    return 'Its address is removed, and Slack gets no more alerts. To connect it again you need the address.';
  if (type === 'BUCKET')
    return 'Its key and settings are removed, and nothing more is written. The files stay in your bucket. To connect it again you need the secret of the key.';
  return 'Its key and settings are removed, and prompts are not asked there any more: scheduled ones fail. Answers that are there stay. To connect it again you need the key.';
}

const columns: Column<Place>[] = [
  {
    name: 'Service',
    cell: ({ type, integration }) => (
      <>
        {typeName(type)}
        {integration?.config.baseUrl != null && (
          <div class="small muted settings-url">{integration.config.baseUrl}</div>
        )}
        {integration?.config.bucket !== undefined && (
          <div class="small muted settings-url">{integration.config.bucket}</div>
        )}
      </>
    ),
    value: ({ type }) => typeName(type),
  },
  {
    name: 'State',
    cell: ({ integration }) =>
      integration === undefined ? (
        <span class="muted nowrap">not connected</span>
      ) : (
        <Badge kind={integration.isActive ? 'good' : 'warn'}>{integration.isActive ? 'on' : 'off'}</Badge>
      ),
    value: ({ integration }) =>
      integration === undefined ? 'not connected' : integration.isActive ? 'on' : 'off',
  },
  {
    name: 'Key',
    cell: ({ integration }) =>
      integration?.hasSecret ? (
        <span class="nowrap">
          {integration.secretLast4 === null ? 'kept' : `ends in ${integration.secretLast4}`}
        </span>
      ) : (
        '–'
      ),
  },
  {
    name: 'Model',
    cell: ({ type, integration }) =>
      integration === undefined || !isAsking(type) || isCapture(type)
        ? '–'
        : (integration.config.model ?? 'the default'),
    value: ({ integration }) => integration?.config.model ?? null,
  },
  {
    name: 'Daily limit',
    isNumber: true,
    cell: ({ type, integration }) =>
      integration === undefined || !isAsking(type)
        ? '–'
        : integration.config.dailySpendLimit == null
          ? 'none'
          : `$ ${integration.config.dailySpendLimit}`,
    value: ({ integration }) => integration?.config.dailySpendLimit ?? null,
  },
  {
    name: 'Last check',
    cell: ({ integration }) => {
      const last = integration?.lastCheck;
      if (!integration) return '–';
      const { pause } = integration;
      const waiting = pause !== null && (
        <div class="small muted">
          {PAUSES[pause.reason]}: prompts wait, next try {formatMoment(pause.until)}
        </div>
      );
      if (!last)
        return (
          <>
            <span class="muted">not checked yet</span>
            {waiting}
          </>
        );
      // Slack alone answers without being asked: by the form of its address.
      const isTried = !last.ok || last.status !== null;
      return (
        <>
          <Badge kind={last.ok ? (isTried ? 'good' : undefined) : 'bad'}>
            {last.ok ? (isTried ? 'works' : 'not tried yet') : 'does not work'}
          </Badge>
          <div class="small muted">
            {!(last.ok && isTried) && `${last.reason} `}
            {formatMoment(last.checkedAt)}
          </div>
          {waiting}
        </>
      );
    },
  },
];
