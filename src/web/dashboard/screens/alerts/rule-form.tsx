import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction, useData } from '../../api/use-data.ts';
import { onVersion, useVersioned, type Versioned, versioned } from '../../api/versioned.ts';
import { Button } from '../../components/button.tsx';
import { Loaded } from '../../components/card.tsx';
import { ChangeError } from '../../components/change-error.tsx';
import { Choice } from '../../components/choice.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { CheckField, Form, problemOf, SelectField, TextField } from '../../components/form.tsx';
import { toast } from '../../components/toast.tsx';
import { useBrandName, useBrands } from '../../frame/brand.ts';
import { PLATFORMS, type Platform, platformName } from '../../state/filters.ts';
import { setParams, useRoute } from '../../state/route.ts';
import {
  type AlertRule,
  type AlertType,
  KINDS,
  reachOf,
  ruleName,
  SEVERITIES,
  type Severity,
  TYPES,
} from './kinds.ts';

const FIELDS = ['name', 'threshold', 'windowDays', 'severity', 'platform', 'competitorId'];
const close = () => setParams({ rule: null });

/** Creates a rule, or changes one. @param id null for a new one */
export function RuleDialog({ id, onSaved }: { id: string | null; onSaved: () => void }) {
  const rule = useVersioned(id === null ? null : ['alert rule', id], () =>
    versioned(api.GET('/api/alert-rules/{id}', { params: { path: { id: id ?? '' } } })),
  );
  return (
    <Dialog title={id === null ? 'New rule' : 'Edit the rule'} onClose={close}>
      {id === null ? (
        <RuleForm onSaved={onSaved} />
      ) : (
        <Loaded of={rule} height={320}>
          {(found) => <RuleForm key={found.etag} rule={found} onReload={rule.reload} onSaved={onSaved} />}
        </Loaded>
      )}
    </Dialog>
  );
}

function RuleForm({
  rule,
  onReload = () => {},
  onSaved,
}: {
  rule?: Versioned<AlertRule>;
  onReload?: () => void;
  onSaved: () => void;
}) {
  const before = rule?.data;
  const { params } = useRoute();
  const brands = useBrands().data?.data ?? [];
  const brandName = useBrandName();
  const [chosenBrand, setBrand] = useState(before?.brandId ?? params.get('brand') ?? '');
  const brandId = chosenBrand || brands[0]?.id || '';
  const [type, setType] = useState<AlertType>(before?.type ?? 'VISIBILITY_DROP');
  const [name, setName] = useState(before?.name ?? '');
  const [threshold, setThreshold] = useState(String(before?.threshold ?? KINDS[type].suggested));
  const [windowDays, setWindowDays] = useState(String(before?.windowDays ?? 7));
  const [severity, setSeverity] = useState<Severity>(before?.severity ?? 'MEDIUM');
  const [platform, setPlatform] = useState<Platform | ''>(before?.platform ?? '');
  const [competitorId, setCompetitorId] = useState(before?.competitorId ?? '');
  const [isActive, setActive] = useState(before?.isActive ?? true);
  const kind = KINDS[type];
  const save = useAction(async () => {
    const body = {
      name: name.trim() || null,
      threshold: Number(threshold),
      windowDays: Number(windowDays),
      severity,
      platform: platform || null,
      isActive,
      ...(type === 'COMPETITOR_CHANGE' ? { competitorId: competitorId || null } : {}),
    };
    const saved = rule
      ? await unwrap(
          api.PATCH('/api/alert-rules/{id}', {
            params: { path: { id: rule.data.id }, header: onVersion(rule) },
            body,
          }),
        )
      : await unwrap(api.POST('/api/alert-rules', { body: { ...body, brandId, type } }));
    toast(`The rule “${ruleName(saved)}” is saved. ${reachOf(saved) ?? ''}`.trim());
    onSaved();
    close();
  });
  return (
    <Form onSubmit={() => save.run()}>
      {before ? (
        <p>
          {kind.name}, {brandName(before.brandId)}. {kind.about}
        </p>
      ) : (
        <>
          <SelectField
            label="Brand"
            value={brandId}
            options={brands.map((brand) => [brand.id, brand.name] as const)}
            onChange={(chosen) => {
              setBrand(chosen);
              setCompetitorId('');
            }}
            problem={problemOf(save.error, 'brandId')}
          />
          <Choice
            label="What to watch"
            value={type}
            options={TYPES.map((value) => ({ value, ...KINDS[value] }))}
            onChange={(chosen) => {
              setType(chosen);
              setThreshold(String(KINDS[chosen].suggested));
            }}
          />
        </>
      )}
      {type === 'COMPETITOR_CHANGE' && (
        <CompetitorField
          brandId={brandId}
          value={competitorId}
          onChange={setCompetitorId}
          problem={problemOf(save.error, 'competitorId')}
        />
      )}
      <div class="form-row">
        <TextField
          label={kind.threshold}
          hint={kind.hint}
          type="number"
          min={0}
          max={kind.max}
          step={kind.step}
          required
          value={threshold}
          onInput={setThreshold}
          problem={problemOf(save.error, 'threshold')}
        />
        <TextField
          label="Days looked at"
          hint="Whole days up to yesterday, compared with the same weekdays before."
          type="number"
          min={1}
          max={90}
          step={1}
          required
          value={windowDays}
          onInput={setWindowDays}
          problem={problemOf(save.error, 'windowDays')}
        />
      </div>
      <div class="form-row">
        <SelectField
          label="Platform"
          value={platform}
          options={[['', 'All platforms'], ...PLATFORMS.map((one) => [one, platformName(one)] as const)]}
          onChange={setPlatform}
          problem={problemOf(save.error, 'platform')}
        />
        <SelectField
          label="Severity"
          value={severity}
          options={SEVERITIES}
          onChange={setSeverity}
          problem={problemOf(save.error, 'severity')}
        />
      </div>
      <TextField
        label="Name"
        hint={`Leave it empty to call it “${kind.name}”.`}
        maxLength={200}
        value={name}
        onInput={setName}
        problem={problemOf(save.error, 'name')}
      />
      <CheckField label="The rule is on" checked={isActive} onChange={setActive} />
      <p class="small muted">
        {type === 'NEW_MENTION'
          ? 'It counts, without asking whether it may be chance.'
          : 'A change that may be chance raises no alert, however large. For a clear answer, watch ten prompts or more.'}{' '}
        It is over by itself when{' '}
        {type === 'NEGATIVE_SENTIMENT' ? 'sentiment is clearly higher again' : 'less than half of it is left'}
        .
      </p>
      <ChangeError error={save.error} fields={FIELDS} onReload={onReload} />
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={save.isBusy} disabled={brandId === ''}>
          {before ? 'Save' : 'Create the rule'}
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </Form>
  );
}

function CompetitorField({
  brandId,
  value,
  onChange,
  problem,
}: {
  brandId: string;
  value: string;
  onChange: (id: string) => void;
  problem: string | undefined;
}) {
  const { data } = useData(brandId === '' ? null : ['competitors', brandId], () =>
    unwrap(
      api.GET('/api/brands/{id}/competitors', {
        params: { path: { id: brandId }, query: { limit: 1000 } },
      }),
    ),
  );
  return (
    <SelectField
      label="Competitor"
      value={value}
      options={[['', 'Any of them'], ...(data?.data ?? []).map(({ id, name }) => [id, name] as const)]}
      onChange={onChange}
      problem={problem}
      hint={data?.total === 0 ? 'This brand has no competitors yet: add them in the settings.' : undefined}
    />
  );
}
