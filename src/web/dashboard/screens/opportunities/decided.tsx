import { today } from '../../../../base/definitions.ts';
import {
  difference,
  formatDay,
  formatPercent,
  rangeText,
  shownShare,
  signed,
  signOf,
  wordOf,
} from '../../../../presentation/numbers.ts';
import { KIND_WORDS } from '../../../../presentation/opportunities.ts';
import type { Schemas } from '../../api/client.ts';
import { useAnswer, useRows } from '../../api/loading.ts';
import { Badge, Empty, Loaded } from '../../components/card.tsx';
import { ShowMore } from '../../components/list/show-more.tsx';
import { useMembers } from '../../frame/members.ts';
import { Decisions } from './one-opportunity.tsx';
import { Subject } from './sentence.tsx';
import type { Kind, Mark } from './words.ts';

/** What was decided, the latest first, and what came of it. */
export function Decided({
  brandId,
  state,
  kind,
}: {
  brandId: string;
  state: Mark['state'];
  kind: Kind | null;
}) {
  const list = useRows('listOpportunityMarks', { brandId, state, kind, limit: 20 });
  const { emailOf } = useMembers();
  return (
    <Loaded of={list} height={200}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty title="Nothing here yet">{EMPTY[state]}</Empty>
        ) : (
          <div class="stack-small">
            <ul class="opportunities">
              {rows.map((mark) => (
                <li key={mark.id} class="opportunity" data-is-decided>
                  <div class="stack-small opportunity-what">
                    <p class="opportunity-sentence">
                      <Subject of={mark} />
                    </p>
                    <p class="small muted row">
                      <Badge>{KIND_WORDS[mark.kind]}</Badge>
                      <span>
                        {formatDay(mark.setAt)}, {emailOf(mark.setBy)}
                      </span>
                    </p>
                    <Outcome mark={mark} />
                  </div>
                  <div class="opportunity-actions">
                    <Decisions about={mark} onDecided={list.reload} />
                  </div>
                </li>
              ))}
            </ul>
            <ShowMore list={list} one="opportunity" many="opportunities" />
          </div>
        )
      }
    </Loaded>
  );
}

const EMPTY: Record<Mark['state'], string> = {
  DONE: 'Mark what you have done. 28 days later you see here what it brought.',
  WATCHED: 'Watch what you do not act on. 28 days later you see here how it went.',
  DISMISSED: 'What is no opportunity for you can be dismissed. It is listed here then.',
};

const shareOf = (period: Schemas['OpportunityPeriod']) =>
  period && shownShare(period.answer_count, period.answer_total);

/** What happened in the 28 days after a decision. Less at stake is better. */
function Outcome({ mark: { id, outcomeFrom } }: { mark: Mark }) {
  const isOver = outcomeFrom !== null && today() >= outcomeFrom;
  const outcome = useAnswer('getOpportunityOutcome', isOver ? { path: { id } } : null);
  if (outcomeFrom === null) return null;
  if (!isOver) return <p class="small muted">What came of it: known on {formatDay(outcomeFrom)}</p>;
  return (
    <Loaded of={outcome} height={24}>
      {({ before, after, points, low, high, verdict }) =>
        verdict === null ? null : (
          <p class="small row">
            <Badge kind={verdict === 'down' ? 'good' : verdict === 'up' ? 'bad' : undefined}>
              <span aria-hidden="true">{signOf(verdict)}</span>
              {verdict === 'down' ? 'less at stake' : verdict === 'up' ? 'more at stake' : wordOf(verdict)}
            </Badge>
            <span>
              {formatPercent(shareOf(before))} in the 28 days before, {formatPercent(shareOf(after))} after
              {points !== null && `: ${signed(difference(shareOf(after) ?? 0, shareOf(before) ?? 0))} points`}
            </span>
            {low !== null && high !== null && <span class="muted">{rangeText(low, high)}</span>}
          </p>
        )
      }
    </Loaded>
  );
}
