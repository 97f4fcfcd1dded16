import { useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { ingestLine } from '../../api/curl.ts';
import { useAction } from '../../api/use-data.ts';
import { Button, CopyButton, LinkButton } from '../../components/button.tsx';
import { Badge, Card } from '../../components/card.tsx';
import { Form, FormError, problemOf, SelectField, TextField } from '../../components/form.tsx';
import { formatMoment } from '../../components/numbers.tsx';
import { toast } from '../../components/toast.tsx';

import { href } from '../../state/route.ts';
import { ASKED_TYPES, type AskedType, typeName } from '../settings/integrations/types.ts';
import { DropZone } from './file/drop-zone.tsx';
import { bringIn } from './file/dropped.ts';
import { isPlatform, type StepProps } from './setup.ts';

/** Three ways for answers to come in: Sightline asks, a program sends them, or a file. */
export function AnswersStep({ setup, reload }: StepProps) {
  const can = useAccess();
  if (setup.brand === null) return <p class="note">Make your brand first: it is the first step.</p>;
  return (
    <div class="stack">
      <p>One of these is enough. You can add the others later.</p>
      <div class="cols">
        {can('createIntegration') ? (
          <Integrations integrations={setup.integrations} reload={reload} />
        ) : (
          <Card title="Sightline asks">
            <p class="note">An admin of your organisation can add the key of an AI platform.</p>
          </Card>
        )}
        {can('ingestRuns') && (
          <Card
            title="You have answers in a file"
            about="A spreadsheet, an export of another tool, or JSON Lines."
          >
            <DropZone onFile={bringIn} />
          </Card>
        )}
        {can('createApiKey') && <Sender brand={setup.brand} onMade={reload} />}
      </div>
    </div>
  );
}

function Integrations({
  integrations,
  reload,
}: {
  integrations: Schemas['Integration'][];
  reload: () => void;
}) {
  const asked = integrations.filter(isPlatform);
  const free = ASKED_TYPES.filter((platform) => !asked.some(({ type }) => type === platform));
  const [chosen, setPlatform] = useState<AskedType>('CHATGPT');
  const platform = free.includes(chosen) ? chosen : (free[0] ?? 'CHATGPT');
  const [apiKey, setApiKey] = useState('');
  const [limit, setLimit] = useState('');
  const check = useAction(async (id: string) => {
    const { ok, reason } = await unwrap(
      api.POST('/api/integrations/{id}/check', { params: { path: { id } } }),
    );
    toast(ok ? 'The key works.' : `The key does not work: ${reason}`);
    reload();
  });
  const add = useAction(async () => {
    const config = { apiKey: apiKey.trim(), ...(limit === '' ? {} : { dailySpendLimit: Number(limit) }) };
    const { id } = await unwrap(api.POST('/api/integrations', { body: { type: platform, config } }));
    setApiKey('');
    await check.run(id);
    reload();
  });
  return (
    <Card
      title="Sightline asks"
      about="With your own key of an AI platform, which bills you by its prices. Sightline asks your prompts there, on schedule or when you say so."
    >
      {asked.length > 0 && (
        <ul class="welcome-list">
          {asked.map(({ id, type, secretLast4, lastCheck }) => (
            <li key={id} class="row spread">
              <span class="row">
                <strong>{typeName(type)}</strong>
                {secretLast4 !== null && <span class="muted small">key ends in {secretLast4}</span>}
                {lastCheck !== null && (
                  <Badge kind={lastCheck.ok ? 'good' : 'bad'} title={formatMoment(lastCheck.checkedAt)}>
                    {lastCheck.ok ? 'works' : lastCheck.reason}
                  </Badge>
                )}
              </span>
              <span class="row">
                <Button size="small" isBusy={check.isBusy} onClick={() => void check.run(id)}>
                  Check
                </Button>
                <LinkButton size="small" href={href('settings/integrations')}>
                  Change
                </LinkButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      <FormError error={check.error} />
      {free.length > 0 && (
        <Form onSubmit={() => add.run()}>
          <div class="form-row">
            <SelectField
              label="Platform"
              value={platform}
              options={free.map((name) => [name, typeName(name)] as const)}
              onChange={setPlatform}
            />
            <TextField
              label="Key of the platform"
              type="password"
              autocomplete="off"
              required
              value={apiKey}
              onInput={setApiKey}
              hint="Kept encrypted, never shown again"
              problem={problemOf(add.error, 'config.apiKey')}
            />
            <TextField
              label="At most, US dollars a day"
              type="number"
              min={0}
              step="0.01"
              value={limit}
              onInput={setLimit}
              hint="Empty: no limit"
              problem={problemOf(add.error, 'config.dailySpendLimit')}
            />
          </div>
          <FormError error={add.error} fields={['config.apiKey', 'config.dailySpendLimit']} />
          <div class="actions">
            <Button type="submit" kind="primary" isBusy={add.isBusy}>
              Add and check
            </Button>
          </div>
        </Form>
      )}
    </Card>
  );
}

/** A key, and a line to paste that sends an invented answer with it. */
function Sender({ brand, onMade }: { brand: Schemas['Brand']; onMade: () => void }) {
  const [key, setKey] = useState<string | null>(null);
  const { run, isBusy, error } = useAction(async () => {
    const body = { name: `Sends answers about ${brand.name}`.slice(0, 200), scopes: ['runs:write' as const] };
    setKey((await unwrap(api.POST('/api/api-keys', { body }))).key);
    onMade();
  });
  const line = key === null ? '' : ingestLine(key, brand.name);
  return (
    <Card
      title="A program sends answers"
      about="Your own crawler or data pipeline, with a key of this server that may only send."
    >
      {key === null ? (
        <div class="stack-small">
          <div class="actions">
            <Button isBusy={isBusy} onClick={() => void run()}>
              Make a key
            </Button>
          </div>
          <FormError error={error} />
        </div>
      ) : (
        <div class="stack-small">
          <p class="note" data-kind="warn">
            Copy it now: the key is shown this once. This line sends one invented answer, which you would then
            see in your reports; put yours in its place.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <pre class="welcome-code" tabIndex={0}>
            <code>{line}</code>
          </pre>
          <div class="actions">
            <CopyButton text={line} label="Copy the line" />
            <CopyButton text={key} label="Copy the key" />
          </div>
        </div>
      )}
    </Card>
  );
}
