import { useEffect, useState } from 'preact/hooks';
import { counted } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { useAnswer } from '../../api/loading.ts';
import { Loaded } from '../../components/card.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import type { FormOf } from '../../components/form/form-of.ts';
import { useBrands } from '../../frame/brand/brand.ts';
import { CompetitorField } from '../../frame/brand/competitor-field.tsx';
import { PLATFORMS, platformName } from '../../state/filters.ts';
import { setParams, useRoute } from '../../state/route.ts';
import { usePaused } from '../../state/use-paused.ts';
import { Found } from './found.tsx';
import { type Named, NamedField } from './one/named-field.tsx';
import { offerUndo } from './use-batch.ts';

type Filter = Schemas['CorrectionFilter'];
type Form = FormOf<'createCorrectionBatch'>;

const close = () => setParams({ correct: null, namedAs: null, competitor: null });
const FIELDS = ['namedAs', 'competitorId', 'queryText', 'platform', 'startDate', 'endDate'] as const;

/** Corrects all answers that a filter finds. How many these are is shown before. */
export function CorrectMany({ onDone }: { onDone: () => void }) {
  const { params } = useRoute();
  const [filter, setFilter] = useState('');
  const paused = usePaused(filter);
  const found = useAnswer(
    'previewCorrections',
    paused === '' ? null : { query: JSON.parse(paused) as Filter },
  );
  const { answers = 0, isComplete = true } = (paused === filter && found.data) || {};
  const first = {
    brandId: params.get('brand') ?? '',
    competitorId: params.get('competitor') ?? '',
    namedAs: params.get('namedAs') ?? '',
  };
  return (
    <FormDialog
      operation="createCorrectionBatch"
      title="Correct many answers"
      size="wide"
      first={{ filter: first, named: false }}
      action={
        answers === 0 ? 'Correct' : `Correct ${isComplete ? '' : 'the latest '}${counted(answers, 'answer')}`
      }
      isDisabled={answers === 0}
      onDone={(batch) => {
        offerUndo(batch, onDone);
        onDone();
      }}
      onClose={close}
    >
      {(form) => (
        <>
          <Fields form={form} onFilter={setFilter} />
          <div aria-live="polite">
            {paused !== '' && (
              <Loaded of={found} height={80}>
                {(preview) => <Found preview={preview} />}
              </Loaded>
            )}
          </div>
          <form.Custom name="named">
            {(field: Named) => (
              <NamedField {...field} label="These answers" names="name it, and speak of it so:" />
            )}
          </form.Custom>
          {form.value('named') && (
            <form.Field
              name="score"
              label="Sentiment of the answers"
              hint="From 0, bad, over 50, neutral, to 100, good."
            />
          )}
          <form.Field name="note" label="Note" kind="area" hint="Why, for others and for yourself." />
        </>
      )}
    </FormDialog>
  );
}

/** Which answers are corrected; an empty field is no condition. */
function Fields({ form, onFilter }: { form: Form; onFilter: (filter: string) => void }) {
  const brands = useBrands().data?.data ?? [];
  const brandId = form.value('filter.brandId') ?? '';
  const given = FIELDS.flatMap((name) => {
    const value = form.value(`filter.${name}`);
    return value ? [[name, value]] : [];
  });
  const filter = brandId === '' ? '' : JSON.stringify({ brandId, ...Object.fromEntries(given) });
  useEffect(() => onFilter(filter), [filter]);
  return (
    <>
      <div class="form-row">
        <form.Field
          name="filter.brandId"
          label="Brand that was asked about"
          options={[['', 'Choose a brand'], ...brands.map(({ id, name }) => [id, name] as const)]}
          onChoose={() => form.set('filter.competitorId', undefined)}
        />
        <form.Custom name="filter.competitorId">
          {(field: {
            value: string | undefined;
            onChange: (id: string) => void;
            problem: string | undefined;
          }) => (
            <CompetitorField
              {...field}
              value={field.value ?? ''}
              brandId={brandId}
              label="Misread is"
              none="the brand"
            />
          )}
        </form.Custom>
      </div>
      <form.Field
        name="filter.namedAs"
        label="Found as"
        hint="The text that was taken for its name first, in exactly this letter case. Empty: any."
      />
      <form.Field name="filter.queryText" label="Prompt" hint="Its whole text. Empty: any." />
      <div class="form-row">
        <form.Field
          name="filter.platform"
          label="Platform"
          options={[['', 'All platforms'], ...PLATFORMS.map((one) => [one, platformName(one)] as const)]}
        />
        <form.Field name="filter.startDate" label="First day" />
        <form.Field name="filter.endDate" label="Last day" />
      </div>
    </>
  );
}
