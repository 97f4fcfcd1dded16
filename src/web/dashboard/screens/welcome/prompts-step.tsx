import { useState } from 'preact/hooks';
import { dayAfter, today } from '../../../../base/definitions.ts';
import { counted, formatCount } from '../../../../presentation/numbers.ts';
import { useAccess } from '../../api/access.ts';
import { call, type Schemas } from '../../api/client.ts';
import { useAction, useAnswer, useData } from '../../api/loading.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card, Loaded } from '../../components/card.tsx';
import { ActionForm } from '../../components/form/action-form.tsx';
import { PlatformFields, SelectField, TextArea } from '../../components/form/form.tsx';
import { toast } from '../../components/toast.tsx';
import type { Platform } from '../../state/filters.ts';
import { go, href } from '../../state/route.ts';
import { toggled } from '../../state/sets.ts';
import { linesOf, titled } from '../../state/text.ts';
import type { StepProps } from './setup.ts';

type Suggestion = Schemas['PromptSuggestion'];

const KINDS: Record<Suggestion['tag'], string> = {
  category: 'The kind of product',
  problem: 'A problem to solve',
  price: 'Price',
  comparison: 'Brands beside each other',
  branded: 'Your brand by name',
};
const SCHEDULES = [
  ['', 'Not yet'],
  ['DAILY', 'Every day'],
  ['WEEKLY', 'Every week'],
  ['MONTHLY', 'Every month'],
] as const;
type Schedule = (typeof SCHEDULES)[number][0];
/** The most prompts that are scheduled by one request. */
const MOST_AT_ONCE = 500;
const USUAL: Platform[] = ['CHATGPT', 'GEMINI', 'PERPLEXITY'];

/** The prompts to watch: suggested, chosen, changed and added to by the person. */
export function PromptsStep({ setup, reload }: StepProps) {
  const { brand } = setup;
  const suggestions = useAnswer('suggestPrompts', brand === null ? null : { path: { id: brand.id } });
  const room = useData(['subscription', 'queries', setup.prompts], async () => {
    const { plan, quotas } = await call('getSubscription');
    const { limit = null, used = 0 } = quotas.find(({ quota }) => quota === 'queries') ?? {};
    return { plan, limit, left: limit === null ? Infinity : Math.max(0, limit - used) };
  });
  if (brand === null) return <p class="note">Create your brand first: it is the first step.</p>;
  return (
    <Card
      title="Prompts"
      about="What would your customers ask? Prompts without your name show whether you come up at all; ten to twenty are a good beginning."
      actions={
        setup.prompts > 0 ? (
          <LinkButton size="small" href={href('prompts', { brand: brand.id })}>
            {counted(setup.prompts, 'prompt')} watched
          </LinkButton>
        ) : undefined
      }
    >
      <Loaded of={room} height={260}>
        {({ plan, limit, left }) => (
          <Loaded of={suggestions} height={260}>
            {({ data, hint }) => (
              <>
                {limit !== null && (
                  <p class="note">
                    Your plan ({titled(plan)}) allows {counted(limit, 'prompt')}, each platform of a prompt
                    counted; {formatCount(left)} left. <a href={href('settings/plan')}>See the plans</a>
                  </p>
                )}
                <Choice
                  brandId={brand.id}
                  suggestions={data}
                  hint={hint}
                  left={left}
                  onSaved={() => {
                    suggestions.reload();
                    reload();
                    go('welcome/answers', { brand: brand.id });
                  }}
                />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Card>
  );
}

/** Most of each kind that are chosen at first. */
const CHOSEN = 3;
/** Below so many prompts that the plan has left, one platform is chosen at first: few prompts on many say little. */
const ROOM_FOR_ALL = 30;

function Choice({
  brandId,
  suggestions,
  hint,
  left,
  onSaved,
}: {
  brandId: string;
  suggestions: Suggestion[];
  hint: string | null;
  /** Prompts that the plan still allows. */
  left: number;
  onSaved: () => void;
}) {
  const can = useAccess();
  const kinds = (Object.keys(KINDS) as Suggestion['tag'][]).filter((kind) =>
    suggestions.some(({ tag }) => tag === kind),
  );
  const [platforms, setPlatforms] = useState<readonly Platform[]>(
    left < ROOM_FOR_ALL ? USUAL.slice(0, 1) : USUAL,
  );
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        kinds
          .flatMap((kind) =>
            suggestions
              .filter(({ tag, isTracked }) => tag === kind && !isTracked)
              .slice(0, CHOSEN)
              .map(({ queryText }) => queryText),
          )
          .slice(0, Math.floor(left / platforms.length)),
      ),
  );
  const [own, setOwn] = useState('');
  const [schedule, setSchedule] = useState<Schedule>('');
  const written = linesOf(own);
  const count = chosen.size + written.length;
  const watching = useAction(async () => {
    const batches = kinds
      .map((kind) => ({
        tags: [kind as string],
        texts: suggestions
          .filter(({ tag, queryText }) => tag === kind && chosen.has(queryText))
          .map(({ queryText }) => (texts[queryText] ?? queryText).trim())
          .filter((text) => text !== ''),
      }))
      .concat({ tags: [], texts: written })
      .filter((batch) => batch.texts.length > 0);
    await watch({ brandId, platforms, schedule, batches });
    toast(`${counted(count, 'prompt')} on ${counted(platforms.length, 'platform')} watched.`);
    onSaved();
  });
  if (!can('bulkCreateQueries')) return <p class="note">Your role may look at prompts, not add them.</p>;
  return (
    <ActionForm
      of={watching}
      action={`Watch ${counted(count, 'prompt')} on ${counted(platforms.length, 'platform')}`}
      isDisabled={count === 0 || platforms.length === 0 || count * platforms.length > left}
    >
      {(problem) => (
        <>
          {hint !== null && <p class="note">{hint}</p>}
          {kinds.map((kind) => (
            <fieldset key={kind} class="welcome-group">
              <legend>{KINDS[kind]}</legend>
              {suggestions
                .filter(({ tag }) => tag === kind)
                .map((one) => (
                  <Suggested
                    key={one.queryText}
                    of={one}
                    wording={texts[one.queryText] ?? one.queryText}
                    isChosen={chosen.has(one.queryText)}
                    onToggle={(isOn) => setChosen(toggled(chosen, one.queryText, isOn))}
                    onWrite={(text) => setTexts({ ...texts, [one.queryText]: text })}
                  />
                ))}
            </fieldset>
          ))}
          <TextArea
            label="Your own"
            hint="One prompt a line, as a person would ask it"
            rows={3}
            value={own}
            onInput={setOwn}
            problem={problem('texts')}
          />
          <fieldset class="welcome-group">
            <legend>Ask on</legend>
            <div class="row">
              <PlatformFields chosen={platforms} onChange={setPlatforms} />
            </div>
          </fieldset>
          {can('scheduleQueries') && (
            <SelectField
              label="Schedule"
              hint="From tomorrow on, at 06:00 UTC. It needs your key of the AI platform, which is the next step; answers that you send yourself need no schedule."
              value={schedule}
              options={SCHEDULES}
              onChange={setSchedule}
            />
          )}
          {count * platforms.length > left && (
            <p class="note" data-kind="warn" role="status">
              {counted(count, 'prompt')} on {counted(platforms.length, 'platform')} make{' '}
              {formatCount(count * platforms.length)}; {formatCount(left)} are left in your plan. Choose
              fewer.
            </p>
          )}
        </>
      )}
    </ActionForm>
  );
}

/** Creates prompts, and asks them from tomorrow on where a schedule is chosen. */
async function watch({
  brandId,
  platforms,
  schedule,
  batches,
}: {
  brandId: string;
  platforms: readonly Platform[];
  schedule: Schedule;
  batches: { tags: string[]; texts: string[] }[];
}) {
  const ids: string[] = [];
  for (const { tags, texts } of batches) {
    const body = { brandId, texts: [...new Set(texts)], platforms: [...platforms], tags };
    const { data } = await call('bulkCreateQueries', { body });
    ids.push(...data.map(({ query }) => query.id));
  }
  if (schedule === '') return;
  const scheduledAt = `${dayAfter(today(), 1)}T06:00:00Z`;
  for (let at = 0; at < ids.length; at += MOST_AT_ONCE)
    await call('scheduleQueries', {
      body: { queryIds: ids.slice(at, at + MOST_AT_ONCE), scheduledAt, repeatInterval: schedule },
    });
}

function Suggested({
  of: { queryText, isTracked },
  wording,
  isChosen,
  onToggle,
  onWrite,
}: {
  of: Suggestion;
  wording: string;
  isChosen: boolean;
  onToggle: (isOn: boolean) => void;
  onWrite: (text: string) => void;
}) {
  return (
    <div class="welcome-prompt">
      <input
        type="checkbox"
        aria-label={`Watch: ${queryText}`}
        checked={isTracked || isChosen}
        disabled={isTracked}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
      {isTracked ? (
        <span>
          {queryText} <span class="small muted">watched already</span>
        </span>
      ) : (
        <input
          class="input"
          aria-label={`Wording of: ${queryText}`}
          maxLength={10_000}
          value={wording}
          onInput={(event) => {
            onWrite(event.currentTarget.value);
            onToggle(event.currentTarget.value.trim() !== '');
          }}
        />
      )}
    </div>
  );
}
