import { counted, format, formatDay, formatMoment } from '../../../../presentation/numbers.ts';
import { ApiError, type Schemas } from '../../api/client.ts';
import { useAnswer, usePolling } from '../../api/loading.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card, Empty, Loaded, ScreenHead } from '../../components/card.tsx';
import { Facts } from '../../components/list/facts.tsx';
import { Following } from '../../frame/following.tsx';
import { platformName } from '../../state/filters.ts';
import { href, useRoute } from '../../state/route.ts';
import { useCorrecting } from '../corrections/one/correcting.ts';
import { LikeIt } from '../corrections/one/like-it.tsx';
import { NamedBadge } from '../prompts/named-badge.tsx';
import { NotFound } from '../prompts/not-found.tsx';
import { promptHref } from '../prompts/prompt-data.ts';
import { headingOf, WholePrompt } from '../prompts/prompt-text.tsx';
import { Attempts } from './attempts.tsx';
import { MarkedAnswer } from './marked-answer.tsx';
import { Reading } from './reading.tsx';
import { Sources } from './sources.tsx';
import { Summary } from './summary.tsx';
import { nameOf, ORIGINS, SURFACES, timesOf } from './words.ts';

type Run = Schemas['RunEvidence'];

/** One answer: its words with the names marked, what was read from it and why, and what may be put right. */
export default function Answer() {
  const id = useRoute().path[0] ?? '';
  const run = useAnswer('getRun', id === '' ? null : { path: { id } });
  const isUnderWay = run.data?.state === 'QUEUED' || run.data?.state === 'RUNNING';
  usePolling(run, isUnderWay);
  if (id === '' || (run.error instanceof ApiError && [400, 404].includes(run.error.status)))
    return <NotFound one="answer" />;
  return (
    <Loaded of={run} height={400}>
      {(found) => <Found key={found.id} run={found} onCorrected={run.reload} />}
    </Loaded>
  );
}

interface Corrected {
  run: Run;
  /** Called after what was read was corrected. */
  onCorrected: () => void;
}

function Found({ run, onCorrected }: Corrected) {
  const { query, brand } = run;
  const text = query.queryText;
  return (
    <div class="stack">
      <div class="row spread">
        <p class="small">
          <a href={promptHref(brand.id, text)}>← All answers to this prompt</a>
        </p>
        <Neighbours run={run} />
      </div>
      <ScreenHead title={headingOf(text)}>
        <span class="row">
          <span>
            {platformName(query.platform)}, {formatMoment(run.executedAt)}
          </span>
          <NamedBadge answer={run} />
        </span>
      </ScreenHead>
      <WholePrompt text={text} />
      {run.state === 'COMPLETED' ? (
        <Completed run={run} onCorrected={onCorrected} />
      ) : (
        <div class="answer-cols">
          <NoAnswer run={run} />
          <About run={run} />
        </div>
      )}
      {run.attempts.length > 0 && <Attempts attempts={run.attempts} isOpen={run.state !== 'COMPLETED'} />}
    </div>
  );
}

/** An answer that is there, and all that was read from it. */
function Completed({ run, onCorrected }: Corrected) {
  const namings = useAnswer('getRunNamings', { path: { id: run.id } });
  const correcting = useCorrecting(run.id, onCorrected);
  return (
    <>
      <Summary run={run} />
      <Following />
      <LikeIt run={run} namings={namings.data} />
      <div class="answer-cols">
        <div class="stack">
          {run.answerForgottenAt === undefined ? (
            <MarkedAnswer run={run} namings={namings} correcting={correcting} />
          ) : (
            <Forgotten at={run.answerForgottenAt} />
          )}
          <Sources run={run} />
        </div>
        <About run={run} />
      </div>
      <Reading run={run} namings={namings.data} correcting={correcting} onCorrected={onCorrected} />
    </>
  );
}

/** In place of an answer whose text the organisation keeps no longer. */
function Forgotten({ at }: { at: string }) {
  return (
    <Card title="The answer">
      <Empty title="The text is past its time">
        It was forgotten on {formatDay(at)}: your organisation keeps the texts of answers for a limited time.
        What was read from it stays, and counts as before.
      </Empty>
    </Card>
  );
}

/** The answers of the same platform to the same prompt, right before and after. */
function Neighbours({ run: { previousRunId, nextRunId } }: { run: Run }) {
  return (
    <nav class="actions" aria-label="Answers of this platform to this prompt">
      {previousRunId !== null && (
        <LinkButton size="small" href={href(`answer/${previousRunId}`)}>
          <span aria-hidden="true">←</span> Previous answer
        </LinkButton>
      )}
      {nextRunId !== null && (
        <LinkButton size="small" href={href(`answer/${nextRunId}`)}>
          Next answer <span aria-hidden="true">→</span>
        </LinkButton>
      )}
    </nav>
  );
}

/** Reasons of failures that an integration can end. */
const TO_MEND: Run['failureReason'][] = [
  'NO_INTEGRATION',
  'BAD_CREDENTIALS',
  'SPEND_LIMIT',
  'NO_CREDIT',
  'UNKNOWN_MODEL',
  'FORBIDDEN',
];

/** Why there is no answer, or not yet. */
function NoAnswer({ run }: { run: Run }) {
  if (run.state === 'NOT_SHOWN')
    return (
      <Card title="Not shown">
        <p>The page of search results had no AI answer. It counts as neither named nor not named.</p>
      </Card>
    );
  const isFailed = run.state === 'FAILED';
  const last = run.attempts.at(-1);
  return (
    <Card title={isFailed ? 'No answer' : 'On its way'}>
      {isFailed ? (
        <>
          <p class="note" data-kind="bad">
            {run.failure ?? 'The platform gave no answer.'}
          </p>
          <p class="muted">It counts in no report: no answer is not the same as not being named.</p>
          {run.failureReason !== null && TO_MEND.includes(run.failureReason) && (
            <p>
              <a href={href('settings/integrations')}>See the integrations</a>
            </p>
          )}
          {run.answer !== '' && (
            <details>
              <summary>What the platform sent</summary>
              <pre class="answer-raw">{run.answer}</pre>
            </details>
          )}
        </>
      ) : (
        <>
          <p role="status">
            {run.state === 'RUNNING' ? 'The platform is answering.' : 'It waits for its turn.'} This page
            shows the answer as soon as it is there.
          </p>
          {last?.nextAttemptAt != null && (
            <p class="note" data-kind="warn">
              The last try failed: {last.error ?? 'no reason is known'} The next one is at{' '}
              {formatMoment(last.nextAttemptAt)}.
            </p>
          )}
        </>
      )}
    </Card>
  );
}

function About({ run }: { run: Run }) {
  return (
    <Card title="About this answer">
      <Facts
        of={[
          ['Brand', run.brand.name],
          ['Platform', platformName(run.query.platform)],
          ['Model', run.model ?? '–'],
          ['Country', nameOf('region', run.country) + (run.countryApplied === false ? ' (marked only)' : '')],
          ['Language', nameOf('language', run.language)],
          [run.state === 'COMPLETED' ? 'Answered' : 'Moment', formatMoment(run.executedAt)],
          ['Where from', ORIGINS[run.source]],
          ['Asked', run.surface && SURFACES[run.surface]],
          ['Searched the web', run.searched === null ? null : run.searched ? timesOf(run.searchCount) : 'no'],
          ['Searched for', run.searchQueries?.join('; ') || null],
          ['Read, not cited', run.readSources.length > 0 && counted(run.readSources.length, 'page')],
          ['Not read', run.leftOut.map(({ kind, count }) => `${count} × ${kind}`).join(', ') || null],
          ['Took', run.latencyMs !== null && `${format(run.latencyMs / 1000)} s`],
          ['Cost', run.costUsd !== null && `${run.costUsd} US dollars`],
          ['Missed before', (run.missedBefore ?? 0) > 0 && counted(run.missedBefore ?? 0, 'planned time')],
          ['Id of the sender', run.externalId],
        ]}
      />
    </Card>
  );
}
