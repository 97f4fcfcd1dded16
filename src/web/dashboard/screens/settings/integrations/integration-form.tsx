import { call, type Schemas } from '../../../api/client.ts';
import type { FormOf } from '../../../components/form/form-of.ts';
import { formAct } from '../../../components/list/form-act.tsx';
import { toast } from '../../../components/toast.tsx';
import { platformName } from '../../../state/filters.ts';
import { BucketFields } from './bucket-fields.tsx';
import { CAPTURES, type CaptureType, type IntegrationType, isCapture, typeName } from './types.ts';

type Form = FormOf<'createIntegration'>;

/** Connects a platform, and checks at once whether its key works. */
export const connect = formAct<'createIntegration', { type: IntegrationType }>({
  label: ({ type }) => `Connect ${typeName(type)}`,
  operation: 'createIntegration',
  kind: 'primary',
  form: ({ type }) => ({
    title: `Connect ${typeName(type)}`,
    action: 'Connect',
    fixed: { type },
    first: firstOf(type),
    onDone: ({ id }, reload) => checked(id, type, reload),
    fields: (form) => <Fields of={form} type={type} />,
  }),
});

function firstOf(type: IntegrationType) {
  if (type === 'BUCKET') return { config: { region: 'us-east-1', everyMinutes: 60 } };
  return isCapture(type) ? { config: { platforms: [...CAPTURES[type].platforms] } } : {};
}

export const changeIntegration = formAct<'updateIntegration', Schemas['Integration']>({
  label: 'Change',
  operation: 'updateIntegration',
  form: ({ id, type, hasSecret, secretLast4 }) => ({
    title: `Change ${typeName(type)}`,
    onDone: (_, reload) => checked(id, type, reload),
    fields: (form) => (
      <Fields
        of={form as unknown as Form}
        type={type}
        kept={
          hasSecret
            ? `Leave it empty to keep the one that is stored${secretLast4 === null ? '' : ` (ends in ${secretLast4})`}.`
            : undefined
        }
      />
    ),
  }),
});

/** Says whether the platform takes what was saved; that the check itself fails is no failure of saving. */
function checked(id: string, type: IntegrationType, onDone: () => void): void {
  const name = typeName(type);
  onDone();
  call('checkIntegration', { path: { id } })
    .then(
      ({ ok, reason }) => toast(ok ? `${name} is saved and works.` : `${name} is saved, but: ${reason}`),
      () => toast(`${name} is saved.`),
    )
    .then(onDone);
}

function Fields({
  of: form,
  type,
  kept,
}: {
  of: Form;
  type: IntegrationType;
  /** What is said of the key that is stored; undefined where there is none. */
  kept?: string | undefined;
}) {
  if (type === 'SLACK')
    return (
      <form.Field
        name="config.webhookUrl"
        isRequired
        label="Address of the incoming webhook"
        kind="password"
        autocomplete="off"
        hint="Slack shows it under Incoming Webhooks of your app: https://hooks.slack.com/services/…"
      />
    );
  if (type === 'BUCKET') return <BucketFields of={form} kept={kept} />;
  return (
    <>
      <form.Field
        name="config.apiKey"
        label={type === 'DATAFORSEO' ? 'Login and password: login:password' : `API key of ${typeName(type)}`}
        kind="password"
        autocomplete="off"
        isRequired={kept === undefined}
        hint={kept ?? 'From the account of your company there. It is kept encrypted and not shown again.'}
      />
      {isCapture(type) && <CaptureFields of={form} type={type} />}
      <div class="form-row">
        {!isCapture(type) && (
          <form.Field name="config.model" label="Model" hint="Leave it empty for the default." />
        )}
        <form.Field
          name="config.dailySpendLimit"
          label="Daily limit in US dollars"
          hint="For a UTC day. Leave it empty for none."
        />
      </div>
      <form.Field
        name="config.baseUrl"
        label="Address of the platform"
        hint="Leave it empty for the platform's own. For another host enter the key again."
      />
      {!isCapture(type) && (
        <form.Field
          name="config.stance.enabled"
          label="Let a model of this platform read sentiment"
          hint="One request an answer, at your cost, within the daily limit. One platform of the organisation may."
        />
      )}
      {form.value('config.stance.enabled') === true && (
        <form.Field
          name="config.stance.model"
          label="Model that reads sentiment"
          hint="Leave it empty for the model above."
        />
      )}
    </>
  );
}

/** Which platforms a provider captures, in which language, and what a request costs. */
function CaptureFields({ of: form, type }: { of: Form; type: CaptureType }) {
  return (
    <>
      <form.Field
        name="config.platforms"
        label="What it captures"
        options={CAPTURES[type].platforms.map((platform) => [platform, platformName(platform)])}
      />
      <div class="form-row">
        <form.Field
          name="config.pricePerRequest"
          label="Price of a request in US dollars"
          hint="From your plan there. The daily limit counts with it."
        />
        <form.Field
          name="config.language"
          label="Language of the page"
          hint="Two letters, such as de. Leave it empty for English."
        />
      </div>
    </>
  );
}
