import type { FormOf } from '../../components/form/contract-form.tsx';
import { Custom, Field } from '../../components/form/field.tsx';
import { saidOptions } from '../../components/list/columns.tsx';
import { AddressedForm } from '../../components/list/form-act.tsx';
import { useBrandName } from '../../frame/brand/brand.ts';
import { BrandField } from '../../frame/brand/brand-field.tsx';
import { CompetitorField } from '../../frame/brand/competitor-field.tsx';
import { useMail } from '../../frame/mail.ts';
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
        ...{ operation: 'createAlertRule', title: 'New rule', action: 'Create the rule', done },
        first: { type: 'VISIBILITY_DROP', threshold: KINDS.VISIBILITY_DROP.suggested },
        fields: (form) => <New of={form} />,
      }}
      edit={{
        ...{ operation: 'updateAlertRule', title: 'Edit the rule', done },
        fields: (form) => <Stored of={form} />,
      }}
      onDone={onDone}
    />
  );
}

function New({ of: form }: { of: Form }) {
  return (
    <>
      <Custom of={form} name="brandId">
        {(field) => (
          <BrandField
            {...field}
            onChange={(id) => {
              field.onChange(id);
              form.set('competitorId', null);
            }}
          />
        )}
      </Custom>
      <Field
        of={form}
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
  const isMailed = useMail().data?.isOn !== false;
  return (
    <>
      {type === 'COMPETITOR_CHANGE' && (
        <Custom of={form} name="competitorId">
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
        </Custom>
      )}
      <div class="form-row">
        <Field of={form} name="threshold" label={kind.threshold} hint={kind.hint} />
        <Field
          of={form}
          name="windowDays"
          label="Days looked at"
          hint="Whole days up to yesterday, compared with the same weekdays before."
        />
      </div>
      <div class="form-row">
        <Field of={form} name="platform" label="Platform" options={ANY_PLATFORM} />
        <Field of={form} name="severity" label="Severity" options={saidOptions(SEVERITIES)} />
      </div>
      <Field of={form} name="name" label="Name" hint={`Leave it empty to call it “${kind.name}”.`} />
      <Field
        of={form}
        name="destinations"
        label="Where its alerts go"
        options={[
          ['MAIL', isMailed ? 'By mail to members who want them' : 'By mail, which is not sent here so far'],
          ['SLACK', 'To Slack'],
          ['WEBHOOKS', 'To webhooks'],
        ]}
        hint="None chosen: everywhere."
      />
      <Field of={form} name="isActive" label="The rule is on" />
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
