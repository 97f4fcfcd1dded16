import { useEffect } from 'preact/hooks';
import { rangeToToday, today } from '../../../../base/definitions.ts';
import { formatDays } from '../../../../presentation/days.ts';
import { counted, formatCount, formatPercent, shown } from '../../../../presentation/numbers.ts';
import { ApiError, call, type Schemas } from '../../api/client.ts';
import { useData, usePolling } from '../../api/loading.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { FormError } from '../../components/form/form.tsx';
import { type Act, Acts } from '../../components/list/acts.tsx';
import { toast } from '../../components/toast.tsx';
import { href } from '../../state/route.ts';
import { isPlatform, type StepProps } from './setup.ts';

const EVERY_MS = 2_000;
/** Reports hold answers from here on. */
const FIRST_DAY = '2010-01-01';

interface Watched {
  /** Answers that are taken in, and of those the ones that are in the report. */
  answers: number;
  underWay: number;
  row: Schemas['BrandRow'] | null;
}

/** Waits until what came in is in a report, and shows how far it is. */
export function ReportStep({ setup, reload }: StepProps) {
  const { brand } = setup;
  const watch = useData(brand === null ? null : ['first report', brand.id], () => look(brand?.id ?? ''));
  usePolling(watch, brand !== null, EVERY_MS);
  const watched = watch.data ?? null;
  const hasNew = setup.answers === 0 && (watched?.answers ?? 0) > 0;
  useEffect(() => {
    if (hasNew) reload();
  }, [hasNew]);
  if (brand === null) return <p class="note">Create your brand first: it is the first step.</p>;
  const inReport = watched?.row?.visibility_total ?? 0;
  const isReady = watched !== null && inReport > 0 && inReport >= watched.answers && watched.underWay === 0;
  return (
    <Card
      title="First report"
      about={`How often AI answers name ${brand.name}. Reports follow new answers within half a minute.`}
    >
      <FormError error={watch.error} />
      <ol class="welcome-progress-list" aria-live="polite">
        <Line
          isDone={setup.prompts > 0}
          text={`${counted(setup.prompts, 'prompt')} watched; a prompt counts on each platform`}
        />
        <Line
          isDone={(watched?.answers ?? 0) > 0}
          text={`${counted(watched?.answers ?? 0, 'answer')} received${watched && watched.underWay > 0 ? `, ${formatCount(watched.underWay)} asked and under way` : ''}`}
        />
        <Line
          isDone={isReady}
          text={
            isReady
              ? `${counted(inReport, 'answer')} in the report`
              : (watched?.answers ?? 0) > 0
                ? `Making the report: ${formatCount(inReport)} of ${counted(watched?.answers ?? 0, 'answer')}`
                : 'No report yet: answers come first'
          }
        />
      </ol>
      {watched !== null && (watched.answers > 0 || watched.underWay > 0) && (
        <progress
          class="welcome-progress"
          aria-label="Answers in the report"
          value={inReport}
          max={Math.max(1, watched.answers + watched.underWay)}
        />
      )}
      {watched?.row && inReport > 0 && <Ready brandId={brand.id} row={watched.row} />}
      {watched !== null && watched.answers === 0 && watched.underWay === 0 && (
        <div class="actions">
          {setup.prompts > 0 && setup.integrations.some(isPlatform) && (
            <Acts acts={[askAll]} on={brand} onDone={reload} />
          )}
          <LinkButton href={href('welcome/answers')}>Import answers</LinkButton>
          <LinkButton href={href('welcome/file')}>Import a file</LinkButton>
        </div>
      )}
    </Card>
  );
}

const askAll: Act<Schemas['Brand']> = {
  label: 'Ask all prompts now',
  operation: 'runQueries',
  kind: 'primary',
  run: async ({ id: brandId }) => {
    const { queued, withoutIntegration } = await call('runQueries', { body: { brandId } });
    toast(
      `${counted(queued, 'prompt')} asked.${withoutIntegration > 0 ? ` ${formatCount(withoutIntegration)} have no integration.` : ''}`,
    );
  },
};

function Line({ isDone, text }: { isDone: boolean; text: string }) {
  return (
    <li data-done={isDone ? '' : undefined}>
      <span aria-hidden="true">{isDone ? '✓' : '…'}</span> {text}
      <span class="visually-hidden">{isDone ? ' (done)' : ' (waiting)'}</span>
    </li>
  );
}

function Ready({ brandId, row }: { brandId: string; row: Schemas['BrandRow'] }) {
  const { first_day: first, last_day: last } = row.coverage ?? {};
  // The overview shows its own default unless the answers are older.
  const isRecent = !first || first >= rangeToToday().start;
  const range = isRecent || !last ? null : `${first}..${last}`;
  return (
    <div class="stack-small">
      <p class="note" data-kind="good">
        {row.brand.name} is named in {counted(row.visibility_count, 'answer')} of{' '}
        {formatCount(row.visibility_total)} ({formatPercent(shown(row, 'visibility'))})
        {first && last ? `, ${formatDays(first, last)}` : ''}.
      </p>
      <div class="actions">
        <LinkButton
          kind="primary"
          href={href('overview', { brand: brandId, range, platform: null, tag: null, branded: null })}
        >
          Open the overview
        </LinkButton>
      </div>
    </div>
  );
}

/** How many answers there are, and how many are in the report. */
async function look(brandId: string): Promise<Watched> {
  const count = async (state: 'COMPLETED' | 'QUEUED' | 'RUNNING') =>
    (await call('listRuns', { query: { brandId, state, limit: 1 } })).total;
  const [answers, queued, running, report] = await Promise.all([
    count('COMPLETED'),
    count('QUEUED'),
    count('RUNNING'),
    call('getBrandsReport', {
      body: { brand_id: brandId, start_date: FIRST_DAY, end_date: today(), include: ['coverage'] },
    }).catch((error: unknown) => {
      // Before the first snapshot there is no report at all.
      if (error instanceof ApiError && error.status === 503) return { data: [] };
      throw error;
    }),
  ]);
  return { answers, underWay: queued + running, row: report.data[0] ?? null };
}
