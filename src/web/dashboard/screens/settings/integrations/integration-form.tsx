import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useAction } from '../../../api/use-data.ts';
import { onVersion, useVersioned, versioned } from '../../../api/versioned.ts';
import { Button } from '../../../components/button.tsx';
import { Loaded } from '../../../components/card.tsx';
import { ChangeError } from '../../../components/change-error.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { CheckField, Form, problemOf, TextField } from '../../../components/form.tsx';
import { toast } from '../../../components/toast.tsx';
import { CaptureFields, captureConfig, capturesOf } from './capture-fields.tsx';
import { type IntegrationType, isCapture, typeName } from './types.ts';

type Config = Schemas['IntegrationConfig'];

interface Ends {
  onClose: () => void;
  onSaved: () => void;
}

/** Connects a platform, and checks at once whether its key works. */
export function Connect({ type, onClose, onSaved }: Ends & { type: IntegrationType }) {
  return (
    <Dialog title={`Connect ${typeName(type)}`} onClose={onClose}>
      <ConfigForm
        type={type}
        action="Connect"
        onSave={async (config) => {
          const { id } = await unwrap(api.POST('/api/integrations', { body: { type, config } }));
          onSaved();
          onClose();
          await checked(id, type);
          onSaved();
        }}
        onReload={onSaved}
        onClose={onClose}
      />
    </Dialog>
  );
}

export function EditIntegration({ id, onClose, onSaved }: Ends & { id: string }) {
  const integration = useVersioned(['integration', id], () =>
    versioned(api.GET('/api/integrations/{id}', { params: { path: { id } } })),
  );
  return (
    <Dialog title="Change the integration" onClose={onClose}>
      <Loaded of={integration}>
        {(of) => (
          <ConfigForm
            key={of.etag}
            type={of.data.type}
            of={of.data}
            action="Save"
            onSave={async (config) => {
              await unwrap(
                api.PATCH('/api/integrations/{id}', {
                  params: { path: { id }, header: onVersion(of) },
                  body: { config },
                }),
              );
              onSaved();
              onClose();
              await checked(id, of.data.type);
              onSaved();
            }}
            onReload={integration.reload}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  );
}

/** Says whether the platform takes what was saved; that the check itself fails is no failure of saving. */
async function checked(id: string, type: IntegrationType): Promise<void> {
  const { data } = await api
    .POST('/api/integrations/{id}/check', { params: { path: { id } } })
    .catch(() => ({ data: undefined }));
  const name = typeName(type);
  if (data) toast(data.ok ? `${name} is saved and works.` : `${name} is saved, but: ${data.reason}`);
  else toast(`${name} is saved.`);
}

function ConfigForm({
  type,
  of,
  action,
  onSave,
  onReload,
  onClose,
}: {
  type: IntegrationType;
  /** What is stored; undefined for a new one. */
  of?: Schemas['Integration'];
  action: string;
  onSave: (config: Config) => Promise<void>;
  onReload: () => void;
  onClose: () => void;
}) {
  const known = of?.config;
  const isSlack = type === 'SLACK';
  const [secret, setSecret] = useState('');
  const [model, setModel] = useState(known?.model ?? '');
  const [baseUrl, setBaseUrl] = useState(known?.baseUrl ?? '');
  const [limit, setLimit] = useState(known?.dailySpendLimit?.toString() ?? '');
  const [reads, setReads] = useState(known?.stance?.enabled ?? false);
  const [readingModel, setReadingModel] = useState(known?.stance?.model ?? '');
  const [captures, setCaptures] = useState(capturesOf(type, known));
  const { run, isBusy, error } = useAction(() =>
    onSave(
      isSlack
        ? { webhookUrl: secret }
        : {
            ...(secret === '' ? {} : { apiKey: secret }),
            ...(isCapture(type) ? captureConfig(captures) : { model: model.trim() || null }),
            baseUrl: baseUrl.trim() || null,
            dailySpendLimit: limit === '' ? null : Number(limit),
            // Where nobody has switched it on, nothing is said of it.
            ...(!isCapture(type) && (reads || known?.stance)
              ? { stance: { enabled: reads, model: readingModel.trim() || null } }
              : {}),
          },
    ),
  );
  const kept = of?.hasSecret
    ? `Leave it empty to keep the one that is stored${of.secretLast4 === null ? '' : ` (ends in ${of.secretLast4})`}.`
    : undefined;
  return (
    <Form onSubmit={() => run()}>
      {isSlack ? (
        <TextField
          label="Address of the incoming webhook"
          type="password"
          value={secret}
          onInput={setSecret}
          required
          autocomplete="off"
          hint="Slack shows it under Incoming Webhooks of your app: https://hooks.slack.com/services/…"
          problem={problemOf(error, 'config.webhookUrl')}
        />
      ) : (
        <>
          <TextField
            label={
              type === 'DATAFORSEO' ? 'Login and password: login:password' : `API key of ${typeName(type)}`
            }
            type="password"
            value={secret}
            onInput={setSecret}
            required={of === undefined}
            autocomplete="off"
            hint={kept ?? 'From the account of your company there. It is kept encrypted and not shown again.'}
            problem={problemOf(error, 'config.apiKey')}
          />
          {isCapture(type) && (
            <CaptureFields type={type} value={captures} onChange={setCaptures} error={error} />
          )}
          <div class="form-row">
            {!isCapture(type) && (
              <TextField
                label="Model"
                value={model}
                onInput={setModel}
                maxLength={200}
                hint="Leave it empty for the default."
                problem={problemOf(error, 'config.model')}
              />
            )}
            <TextField
              label="Daily limit in US dollars"
              type="number"
              min={0}
              step="any"
              value={limit}
              onInput={setLimit}
              hint="For a UTC day. Leave it empty for none."
              problem={problemOf(error, 'config.dailySpendLimit')}
            />
          </div>
          <TextField
            label="Address of the platform"
            type="url"
            value={baseUrl}
            onInput={setBaseUrl}
            maxLength={2048}
            hint="Leave it empty for the platform's own. For another host enter the key again."
            problem={problemOf(error, 'config.baseUrl')}
          />
          {!isCapture(type) && (
            <CheckField
              label="Let a model of this platform read sentiment"
              hint="One request an answer, at your cost, within the daily limit. One platform of the organisation may."
              checked={reads}
              onChange={setReads}
            />
          )}
          {reads && (
            <TextField
              label="Model that reads sentiment"
              value={readingModel}
              onInput={setReadingModel}
              maxLength={200}
              hint="Leave it empty for the model above."
              problem={problemOf(error, 'config.stance.model')}
            />
          )}
        </>
      )}
      <ChangeError
        error={error}
        fields={[
          'config.webhookUrl',
          'config.apiKey',
          'config.model',
          'config.dailySpendLimit',
          'config.baseUrl',
          'config.platforms',
          'config.pricePerRequest',
          'config.language',
        ]}
        onReload={onReload}
      />
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {action}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  );
}
