import { counted, format } from '../../../../presentation/numbers.ts';
import { ACTS, KIND_WORDS } from '../../../../presentation/opportunities.ts';
import { useAccess } from '../../api/access.ts';
import { messageOf } from '../../api/client.ts';
import { useAction } from '../../api/loading.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Badge } from '../../components/card.tsx';
import { Interval } from '../../components/change.tsx';
import { WebLink } from '../../components/text.tsx';
import { href } from '../../state/route.ts';
import { type Decidable, decide } from './decide.ts';
import { Sentence } from './sentence.tsx';
import { actHref, type Opportunity, type State } from './words.ts';

/** What to do about one thing, what is at stake, and what it is based on. */
export function OneOpportunity({
  of,
  isFirst,
  onDecided,
}: {
  of: Opportunity;
  isFirst: boolean;
  onDecided: () => void;
}) {
  const { kind, act, evidence, is_certain: isCertain } = of;
  const may = useAccess();
  const mayAct =
    (act.kind !== 'CAMPAIGN' || may('createCampaign')) && (act.kind !== 'BRIEF' || may('createBrief'));
  return (
    <li class="opportunity">
      <Stake of={of} />
      <div class="stack-small opportunity-what">
        <p class="opportunity-sentence">
          <Sentence of={of} />
        </p>
        <p class="small muted row">
          <Badge>{KIND_WORDS[kind]}</Badge>
          {!isCertain && (
            <Badge kind="warn" title="There are too few answers to tell it from chance.">
              <span aria-hidden="true">?</span>may be chance
            </Badge>
          )}
          <Named of={of} />
        </p>
        <Details of={of} />
      </div>
      <div class="opportunity-actions">
        {mayAct && (
          <LinkButton {...(isFirst && { kind: 'primary' })} size="small" href={actHref(act)}>
            {ACTS[act.kind]}
          </LinkButton>
        )}
        {kind !== 'CRITICISM' && evidence.run_ids[0] !== undefined && (
          <LinkButton size="small" href={href(`answer/${evidence.run_ids[0]}`)}>
            Read the latest answer
          </LinkButton>
        )}
        <Decisions
          about={{ id: of.id, brandId: of.brand.id, kind, subject: of.subject, state: of.state }}
          onDecided={onDecided}
        />
      </div>
    </li>
  );
}

/** The points at stake, and their bounds. */
export function Stake({
  of: { at_stake: points, at_stake_low: low, at_stake_high: high },
}: {
  of: Opportunity;
}) {
  return (
    <p class="opportunity-stake">
      <span class="small muted">up to</span>
      <strong>{format(points)}</strong>
      <span class="small muted">points</span>
      <Interval low={low} high={high} isShort />
    </p>
  );
}

function Named({ of: { kind, competitors } }: { of: Opportunity }) {
  if (kind === 'CRITICISM' || competitors.length === 0) return null;
  return (
    <span>
      Named there:{' '}
      {competitors.map(({ id, name, answer_count: count }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <bdi>{name}</bdi> {count}
        </span>
      ))}
    </span>
  );
}

/** The pages of a source, and what is said against the brand. */
function Details({ of: { pages, sentences } }: { of: Opportunity }) {
  return (
    <>
      {pages.length > 0 && (
        <ul class="small opportunity-list">
          {pages.map(({ url, answer_count: count }) => (
            <li key={url}>
              <WebLink url={url} text={url.replace(/^https?:\/\/(www\.)?/, '')} />{' '}
              <span class="muted">in {counted(count, 'answer')}</span>
            </li>
          ))}
        </ul>
      )}
      {sentences.map(({ text, run_id }) => (
        <blockquote key={text} class="opportunity-quote" dir="auto">
          <a href={href(`answer/${run_id}`)}>{text}</a>
        </blockquote>
      ))}
    </>
  );
}

const CHOICES: readonly (readonly [State, string])[] = [
  ['DONE', 'Done'],
  ['WATCHED', 'Watch'],
  ['DISMISSED', 'Dismiss'],
  ['OPEN', 'Back to do'],
];

/** What can be decided about it. */
export function Decisions({ about, onDecided }: { about: Decidable; onDecided: () => void }) {
  const may = useAccess();
  const deciding = useAction((state: State) => decide(about, state, onDecided));
  if (!may('createOpportunityMark')) return null;
  return (
    <>
      <span class="row opportunity-decisions">
        {CHOICES.filter(([state]) => state !== about.state).map(([state, word]) => (
          <Button
            key={state}
            size="small"
            isBusy={deciding.isBusy}
            aria-label={`${word}: ${about.subject}`}
            onClick={() => void deciding.run(state)}
          >
            {word}
          </Button>
        ))}
      </span>
      {deciding.error !== undefined && (
        <span class="small" role="alert">
          {messageOf(deciding.error)}
        </span>
      )}
    </>
  );
}
