import { useAnswer } from '../../api/loading.ts';
import type { FormOf } from '../../components/form/form-of.ts';
import { saidOptions } from '../../components/list/columns.tsx';
import { AddressedForm } from '../../components/list/form-act.tsx';
import { useBrandName } from '../../frame/brand/brand.ts';
import { BrandField } from '../../frame/brand/brand-field.tsx';
import { CompetitorField } from '../../frame/brand/competitor-field.tsx';
import { ANY_PLATFORM } from '../../state/filters.ts';
import { type AlertRule, type AlertType, KINDS, reachOf, ruleName, SEVERITIES, TYPES } from './kinds.ts';

type Form = FormOf<'createAlertRule'>;

const done = (rule: AlertRule) => `The rule “${ruleName(rule)}” is saved. ${reachOf(rule) ?? ''}`.trim();

/** Creates a rule, or changes one. */
export function RuleForm({ onDone }: { onDone: () => void }) {
  return (
    <AddressedForm
      param="rule"
      create={{
        operation: 'createAlertRule',
        title: 'New rule',
        action: 'Create the rule',
        done,
        first: { type: 'VISIBILITY_DROP', threshold: KINDS.VISIBILITY_DROP.suggested },
        fields: (form) => <New of={form} />,
      }}
      edit={{
        operation: 'updateAlertRule',
        title: 'Edit the rule',
        done,
        fields: (form) => <Stored of={form} />,
      }}
      onDone={onDone}
    />
  );
}

function New({ of: form }: { of: Form }) {
  return (
    <>
      <form.Custom name="brandId">
        {(field) => (
          <BrandField
            {...field}
            onChange={(id) => {
              field.onChange(id);
              form.set('competitorId', null);
            }}
          />
        )}
      </form.Custom>
      <form.Field
        name="type"
        label="What to watch"
        choices={TYPES.map((value) => ({ value, ...KINDS[value] }))}
        onChoose={(type) => form.set('threshold', KINDS[type as AlertType].suggested)}
      />
      <Fields
        of={form}
        type={form.value('type') ?? 'VISIBILITY_DROP'}
        brandId={form.value('brandId') ?? ''}
      />
    </>
  );
}

/** Its brand and what it watches stay as they are. */
function Stored({ of: form }: { of: FormOf<'updateAlertRule'> }) {
  const brandName = useBrandName();
  if (!form.stored) return null;
  const { type, brandId } = form.stored;
  return (
    <>
      <p>
        {KINDS[type].name}, <bdi>{brandName(brandId)}</bdi>. {KINDS[type].about}
      </p>
      <Fields of={form as unknown as Form} type={type} brandId={brandId} />
    </>
  );
}

function Fields({ of: form, type, brandId }: { of: Form; type: AlertType; brandId: string }) {
  const kind = KINDS[type];
  const isMailed = useAnswer('getMail').data?.isOn !== false;
  return (
    <>
      {type === 'COMPETITOR_CHANGE' && (
        <form.Custom name="competitorId">
          {({ value, onChange, problem }) => (
            <CompetitorField
              brandId={brandId}
              label="Competitor"
              none="Any of them"
              value={value ?? ''}
              onChange={onChange}
              problem={problem}
            />
          )}
        </form.Custom>
      )}
      <div class="form-row">
        <form.Field name="threshold" label={kind.threshold} hint={kind.hint} />
        <form.Field
          name="windowDays"
          label="Days looked at"
          hint="Whole days up to yesterday, compared with the same weekdays before."
        />
      </div>
      <div class="form-row">
        <form.Field name="platform" label="Platform" options={ANY_PLATFORM} />
        <form.Field name="severity" label="Severity" options={saidOptions(SEVERITIES)} />
      </div>
      <form.Field name="name" label="Name" hint={`Leave it empty to call it “${kind.name}”.`} />
      <form.Field
        name="destinations"
        label="Where its alerts go"
        options={[
          ['MAIL', isMailed ? 'By mail to members who want them' : 'By mail, which is not sent here so far'],
          ['SLACK', 'To Slack'],
          ['WEBHOOKS', 'To webhooks'],
        ]}
        hint="None chosen: everywhere."
      />
      <form.Field name="isActive" label="The rule is on" />
      <p class="small muted">
        {type === 'NEW_MENTION'
          ? 'It counts, without asking whether it may be chance.'
          : 'A change that may be chance raises no alert, however large. For a clear answer, watch ten prompts or more.'}{' '}
        It is over by itself when{' '}
        {type === 'NEGATIVE_SENTIMENT' ? 'sentiment is clearly higher again' : 'less than half of it is left'}
        .
      </p>
    </>
  );
}
