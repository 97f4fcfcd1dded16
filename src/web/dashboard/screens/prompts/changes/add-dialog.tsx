import { useState } from 'preact/hooks';
import { counted } from '../../../../../presentation/numbers.ts';
import { useAction } from '../../../api/loading.ts';
import { Button } from '../../../components/button.tsx';
import { Badge } from '../../../components/card.tsx';
import { ActionForm } from '../../../components/form/action-form.tsx';
import { Dialog } from '../../../components/form/dialog.tsx';
import { PlatformFields, SelectField, TextArea, TextField } from '../../../components/form/form.tsx';
import type { Ends } from '../../../components/list/acts.tsx';
import { Table } from '../../../components/table/table.tsx';
import { toast } from '../../../components/toast.tsx';
import { useBrands } from '../../../frame/brand/brand.ts';
import type { Platform } from '../../../state/filters.ts';
import { partsOf } from '../../../state/text.ts';
import { addPrompts, type LineOutcome } from './add-lines.ts';
import { AskingFields, askingOf } from './asking-fields.tsx';
import { newPlan, ScheduleFields } from './schedule-fields.tsx';

/** Adds one prompt, or one a line. */
export function AddDialog({
  brandId,
  isMany,
  onClose,
  onDone,
}: Ends & {
  /** Where a brand is chosen. */
  brandId: string | null;
  isMany: boolean;
}) {
  const brands = useBrands().data?.data ?? [];
  const [brand, setBrand] = useState(brandId ?? '');
  const [text, setText] = useState('');
  const [platforms, setPlatforms] = useState<readonly Platform[]>(['CHATGPT']);
  const [tags, setTags] = useState('');
  const [asking, setAsking] = useState(askingOf(undefined));
  const [plan, setPlan] = useState(newPlan('NEVER'));
  const [progress, setProgress] = useState('');
  const [outcomes, setOutcomes] = useState<readonly LineOutcome[]>();
  const lines = (isMany ? text.split(/\r?\n/) : [text])
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const texts = [...new Set(lines)];
  const brandChosen = brand === '' ? (brands[0]?.id ?? '') : brand;
  const adding = useAction(async () => {
    const prompts = { brandId: brandChosen, texts, platforms, tags: partsOf(tags), asking, plan };
    const all = await addPrompts(prompts, setProgress);
    onDone();
    const created = all.filter((one) => one.created > 0).length;
    if (created > 0) toast(`${counted(created, 'prompt')} added.`);
    if (!isMany && created === 1 && all[0]?.problem === undefined) onClose();
    else setOutcomes(all);
  });
  return (
    <Dialog title={isMany ? 'Add many prompts' : 'Add a prompt'} onClose={onClose} size="wide">
      {outcomes ? (
        <Outcomes outcomes={outcomes} twice={lines.length - texts.length} onClose={onClose} />
      ) : (
        <ActionForm
          of={adding}
          action={isMany ? `Add ${counted(texts.length, 'prompt')}` : 'Add prompt'}
          isDisabled={texts.length === 0 || platforms.length === 0}
          onCancel={onClose}
          beside={
            adding.isBusy
              ? progress
              : platforms.length === 0
                ? 'Choose a platform.'
                : `on ${counted(platforms.length, 'platform')}`
          }
        >
          {(problem) => (
            <>
              {brands.length > 1 && (
                <SelectField
                  label="Brand"
                  value={brandChosen}
                  options={brands.map(({ id, name }) => [id, name] as const)}
                  onChange={setBrand}
                  problem={problem('brandId')}
                />
              )}
              <TextArea
                label={isMany ? 'Prompts, one a line' : 'Prompt'}
                value={text}
                onInput={setText}
                rows={isMany ? 10 : 3}
                required
                hint={
                  isMany
                    ? 'A line that is there already stays as it is.'
                    : 'What a person would ask, word for word: “Which reading lamp is easiest on the eyes?”'
                }
                problem={problem('texts')}
              />
              <fieldset class="stack-small">
                <legend class="small muted">Platforms</legend>
                <div class="prompts-platforms">
                  <PlatformFields chosen={platforms} onChange={setPlatforms} />
                </div>
              </fieldset>
              <div class="form-row">
                <TextField
                  label="Tags"
                  value={tags}
                  onInput={setTags}
                  hint="Separated by commas, to find them by. You may leave it empty."
                  problem={problem('tags')}
                />
              </div>
              <AskingFields
                asking={asking}
                onChange={setAsking}
                problems={{
                  search: problem('search'),
                  country: problem('country'),
                  city: problem('city'),
                }}
              />
              <ScheduleFields plan={plan} onChange={setPlan} />
            </>
          )}
        </ActionForm>
      )}
    </Dialog>
  );
}

function Outcomes({
  outcomes,
  twice,
  onClose,
}: {
  outcomes: readonly LineOutcome[];
  /** How many lines said what another one says. */
  twice: number;
  onClose: () => void;
}) {
  const count = (is: (outcome: LineOutcome) => boolean) => outcomes.filter(is).length;
  return (
    <div class="form">
      <p>
        {counted(
          count(({ created }) => created > 0),
          'prompt',
        )}{' '}
        added, {count(({ created, unchanged }) => created === 0 && unchanged > 0)} there already,{' '}
        {count(({ created, unchanged }) => created + unchanged === 0)} refused
        {twice > 0 && `; ${counted(twice, 'line')} stood in the list twice`}.
      </p>
      <Table
        caption="What became of each prompt"
        csv="added-prompts"
        columns={[
          {
            name: 'Prompt',
            cell: ({ text }) => <span class="prompts-text">{text}</span>,
            value: ({ text }) => text,
          },
          {
            name: 'Outcome',
            cell: (outcome) => (
              <>
                <Badge
                  kind={outcome.problem !== undefined ? 'bad' : outcome.created > 0 ? 'good' : undefined}
                >
                  {wordOf(outcome)}
                </Badge>
                {outcome.problem !== undefined && <div class="small">{outcome.problem}</div>}
              </>
            ),
            value: (outcome) => [wordOf(outcome), outcome.problem ?? ''].filter(Boolean).join(': '),
          },
        ]}
        rows={outcomes}
        keyOf={({ text }) => text}
      />
      <div class="actions">
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

function wordOf({ created, unchanged }: LineOutcome): string {
  if (created === 0) return unchanged === 0 ? 'refused' : 'there already';
  return unchanged === 0 ? 'added' : `added on ${created} of ${created + unchanged} platforms`;
}
