import { useState } from 'preact/hooks';
import { formatMoment } from '../../../../presentation/numbers.ts';
import { useAccess } from '../../api/access.ts';
import { call, type Schemas } from '../../api/client.ts';
import { ingestLine } from '../../api/curl.ts';
import { CopyButton } from '../../components/button.tsx';
import { Badge, Card } from '../../components/card.tsx';
import { SelectField } from '../../components/form/form.tsx';
import { type Act, Acts, useActs } from '../../components/list/acts.tsx';
import { toast } from '../../components/toast.tsx';
import { changeIntegration, connect } from '../settings/integrations/integration-form.tsx';
import { ASKED_TYPES, type AskedType, typeName } from '../settings/integrations/types.ts';
import { DropZone } from './file/drop-zone.tsx';
import { bringIn } from './file/dropped.ts';
import { isPlatform, type StepProps } from './setup.ts';

/** Three ways for answers to come in: Sightline asks, a program sends them, or a file. */
export function AnswersStep({ setup, reload }: StepProps) {
  const can = useAccess();
  if (setup.brand === null) return <p class="note">Create your brand first: it is the first step.</p>;
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
        {can('importAnswers') && (
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

/** Platforms that are connected, and one more. */
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
  const row = useActs(acts, reload);
  const connecting = useActs([connect], reload);
  return (
    <Card
      title="Sightline asks"
      about="With your own key of an AI platform, which bills you by its prices. Sightline asks your prompts there, on schedule or when you say so."
    >
      {asked.length > 0 && (
        <ul class="welcome-list">
          {asked.map((one) => (
            <li key={one.id} class="row spread">
              <span class="row">
                <strong>{typeName(one.type)}</strong>
                {one.secretLast4 !== null && <span class="muted small">key ends in {one.secretLast4}</span>}
                {one.lastCheck !== null && (
                  <Badge
                    kind={one.lastCheck.ok ? 'good' : 'bad'}
                    title={formatMoment(one.lastCheck.checkedAt)}
                  >
                    {one.lastCheck.ok ? 'works' : one.lastCheck.reason}
                  </Badge>
                )}
              </span>
              <span class="row">{row.buttons(one, { size: 'small', name: typeName(one.type) })}</span>
            </li>
          ))}
        </ul>
      )}
      {row.error}
      {free.length > 0 && (
        <div class="form-row">
          <SelectField
            label="Platform"
            value={platform}
            options={free.map((name) => [name, typeName(name)] as const)}
            onChange={setPlatform}
          />
          <div class="actions">{connecting.buttons({ type: platform })}</div>
        </div>
      )}
      {row.dialog}
      {connecting.dialog}
    </Card>
  );
}

const acts: Act<Schemas['Integration']>[] = [
  {
    label: 'Check',
    operation: 'checkIntegration',
    run: async ({ id }) => {
      const { ok, reason } = await call('checkIntegration', { path: { id } });
      toast(ok ? 'The key works.' : `The key does not work: ${reason}`);
    },
  },
  changeIntegration,
];

/** A key, and a line to paste that sends an invented answer with it. */
function Sender({ brand, onMade }: { brand: Schemas['Brand']; onMade: () => void }) {
  const [key, setKey] = useState<string | null>(null);
  const create: Act<null> = {
    label: 'Create a key',
    operation: 'createApiKey',
    run: async () => {
      const name = `Sends answers about ${brand.name}`.slice(0, 200);
      setKey((await call('createApiKey', { body: { name, scopes: ['runs:write'] } })).key);
    },
  };
  const line = key === null ? '' : ingestLine(key, brand.name);
  return (
    <Card
      title="A program sends answers"
      about="Your own crawler or data pipeline, with a key of this server that may only send."
    >
      {key === null ? (
        <div class="actions">
          <Acts acts={[create]} on={null} onDone={onMade} />
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
