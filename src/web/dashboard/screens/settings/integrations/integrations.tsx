import { useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useAction, useData } from '../../../api/use-data.ts';
import { Button } from '../../../components/button.tsx';
import { Badge, Card, Loaded } from '../../../components/card.tsx';
import { Confirm } from '../../../components/dialog.tsx';
import { FormError } from '../../../components/form.tsx';
import { formatMoment } from '../../../components/numbers.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { toast } from '../../../components/toast.tsx';
import { Connect, EditIntegration } from './integration-form.tsx';
import { Stance } from './stance.tsx';
import { type IntegrationType, isCapture, TYPES, typeName } from './types.ts';

type Integration = Schemas['Integration'];

/** A row a platform: connected or not. */
interface Place {
  type: IntegrationType;
  integration: Integration | undefined;
}

/** The keys with which Sightline asks AI platforms, and where it sends alerts. */
export default function Integrations() {
  const may = useAccess();
  const integrations = useData(['integrations'], () =>
    unwrap(api.GET('/api/integrations', { params: { query: { limit: 100 } } })),
  );
  const [act, setAct] = useState<{ name: 'edit' | 'delete'; on: Integration } | null>(null);
  const [connected, setConnected] = useState<IntegrationType | null>(null);
  const close = () => setAct(null);
  const reload = integrations.reload;
  const check = useAction(async (one: Integration) => {
    const { ok, reason } = await unwrap(
      api.POST('/api/integrations/{id}/check', { params: { path: { id: one.id } } }),
    );
    toast(`${typeName(one.type)}: ${ok ? 'it works.' : reason}`);
    reload();
  });
  const switchTo = useAction(async (one: Integration) => {
    await unwrap(
      api.PATCH('/api/integrations/{id}', {
        params: { path: { id: one.id } },
        body: { isActive: !one.isActive },
      }),
    );
    toast(`${typeName(one.type)} is ${one.isActive ? 'off' : 'on'}.`);
    reload();
  });
  const isBusy = check.isBusy || switchTo.isBusy;
  const actions: Column<Place> = {
    name: 'Actions',
    head: <span class="visually-hidden">Actions</span>,
    cell: ({ type, integration }) => {
      const name = typeName(type);
      if (!integration)
        return (
          <div class="row-actions">
            <Button size="small" onClick={() => setConnected(type)} aria-label={`Connect ${name}`}>
              Connect
            </Button>
          </div>
        );
      return (
        <div class="row-actions">
          <Button
            size="small"
            isBusy={isBusy}
            onClick={() => void check.run(integration)}
            aria-label={`Check ${name}`}
          >
            Check
          </Button>
          <Button
            size="small"
            onClick={() => setAct({ name: 'edit', on: integration })}
            aria-label={`Change ${name}`}
          >
            Change
          </Button>
          <Button
            size="small"
            isBusy={isBusy}
            onClick={() => void switchTo.run(integration)}
            aria-label={`Switch ${integration.isActive ? 'off' : 'on'} ${name}`}
          >
            {integration.isActive ? 'Switch off' : 'Switch on'}
          </Button>
          <Button
            size="small"
            kind="danger"
            onClick={() => setAct({ name: 'delete', on: integration })}
            aria-label={`Disconnect ${name}`}
          >
            Disconnect
          </Button>
        </div>
      );
    },
  };
  return (
    <>
      <Loaded of={integrations} height={360}>
        {({ data }) => (
          <div class="stack">
            <Card
              title="Integrations"
              about="With a key of yours, Sightline asks an AI platform your prompts, or has a provider capture what people are shown. Keys are kept encrypted and are never shown again. Slack gets a message for each alert."
            >
              <FormError error={check.error ?? switchTo.error} />
              <Table
                caption="Integrations"
                csv="integrations"
                columns={[...columns, ...(may('updateIntegration') ? [actions] : [])]}
                rows={TYPES.map((type) => ({ type, integration: data.find((one) => one.type === type) }))}
                keyOf={({ type }) => type}
              />
            </Card>
            {data
              .filter(({ config }) => config.stance?.enabled)
              .map((one) => (
                <Stance key={one.id} of={one} />
              ))}
          </div>
        )}
      </Loaded>
      {connected !== null && <Connect type={connected} onClose={() => setConnected(null)} onSaved={reload} />}
      {act?.name === 'edit' && <EditIntegration id={act.on.id} onClose={close} onSaved={reload} />}
      {act?.name === 'delete' && (
        <Confirm
          title={`Disconnect ${typeName(act.on.type)}?`}
          action="Disconnect"
          onClose={close}
          onConfirm={async () => {
            await unwrap(api.DELETE('/api/integrations/{id}', { params: { path: { id: act.on.id } } }));
            toast(`${typeName(act.on.type)} is disconnected.`);
            reload();
          }}
        >
          {act.on.type === 'SLACK'
            ? 'Its address is removed, and Slack gets no more alerts. To connect it again you need the address.'
            : 'Its key and settings are removed, and prompts are not asked there any more: scheduled ones fail. Answers that are there stay. To connect it again you need the key.'}
        </Confirm>
      )}
    </>
  );
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
      integration === undefined || type === 'SLACK' || isCapture(type)
        ? '–'
        : (integration.config.model ?? 'the default'),
    value: ({ integration }) => integration?.config.model ?? null,
  },
  {
    name: 'Daily limit',
    isNumber: true,
    cell: ({ type, integration }) =>
      integration === undefined || type === 'SLACK'
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
      if (!last) return <span class="muted">not checked yet</span>;
      return (
        <>
          <Badge kind={last.ok ? 'good' : 'bad'}>{last.ok ? 'works' : 'does not work'}</Badge>
          <div class="small muted">
            {!last.ok && `${last.reason} `}
            {formatMoment(last.checkedAt)}
          </div>
        </>
      );
    },
  },
];
