import type { Schemas } from '../../api/client.ts';
import { problemOf, SelectField, TextField } from '../../components/form.tsx';
import { useBrands } from '../../frame/brand.ts';
import { CompetitorField } from '../../frame/competitor-field.tsx';
import { PLATFORMS, type Platform, platformName } from '../../state/filters.ts';

/** A filter as it is being entered; an empty text is no condition. */
export interface FilterDraft {
  brandId: string;
  competitorId: string;
  namedAs: string;
  queryText: string;
  platform: Platform | '';
  startDate: string;
  endDate: string;
}

/** The conditions of a draft. */
export function filterOf({ brandId, ...draft }: FilterDraft): Schemas['CorrectionFilter'] {
  return { brandId, ...Object.fromEntries(Object.entries(draft).filter(([, text]) => text !== '')) };
}

/** Which answers are corrected. */
export function FilterFields({
  draft,
  error,
  onChange,
}: {
  draft: FilterDraft;
  error: unknown;
  onChange: (draft: FilterDraft) => void;
}) {
  const brands = useBrands().data?.data ?? [];
  const field = (name: keyof FilterDraft) => ({
    value: draft[name],
    onInput: (text: string) => onChange({ ...draft, [name]: text }),
    problem: problemOf(error, name),
  });
  return (
    <>
      <div class="form-row">
        <SelectField
          label="Brand that was asked about"
          value={draft.brandId}
          options={[['', 'Choose a brand'], ...brands.map(({ id, name }) => [id, name] as const)]}
          onChange={(brandId) => onChange({ ...draft, brandId, competitorId: '' })}
          problem={problemOf(error, 'brandId')}
        />
        <CompetitorField
          brandId={draft.brandId}
          label="Misread is"
          none="the brand"
          value={draft.competitorId}
          onChange={(competitorId) => onChange({ ...draft, competitorId })}
          problem={problemOf(error, 'competitorId')}
        />
      </div>
      <TextField
        label="Found as"
        maxLength={400}
        hint="The text that was taken for its name first, in exactly this letter case. Empty: any."
        {...field('namedAs')}
      />
      <TextField
        label="Prompt"
        maxLength={10_000}
        hint="Its whole text. Empty: any."
        {...field('queryText')}
      />
      <div class="form-row">
        <SelectField
          label="Platform"
          value={draft.platform}
          options={[['', 'All platforms'], ...PLATFORMS.map((one) => [one, platformName(one)] as const)]}
          onChange={(platform) => onChange({ ...draft, platform })}
          problem={problemOf(error, 'platform')}
        />
        <TextField label="First day" type="date" {...field('startDate')} />
        <TextField label="Last day" type="date" {...field('endDate')} />
      </div>
    </>
  );
}
