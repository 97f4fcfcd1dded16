import {
  counted,
  format,
  formatPercent,
  formatSentiment,
  shown,
} from '../../../../../presentation/numbers.ts';
import { Badge } from '../../../components/card.tsx';
import { HeatCell } from '../../../components/table/heat.tsx';
import { tipOf } from '../../../components/tip.tsx';
import { type Measures, type Prompt, promptHref, rhythmOfAll } from '../prompt-data.ts';
import { type Days, type Move, moveOf } from '../verdict.ts';

/** A prompt in a row: its text, which leads to its own view, and a box to choose it by. */
export function PromptCell({
  prompt,
  chosen,
  onChoose,
}: {
  prompt: Prompt;
  chosen: ReadonlySet<string> | null;
  onChoose: (prompt: Prompt, isChosen: boolean) => void;
}) {
  const { key, text, brandId, queries, tags } = prompt;
  return (
    <div class="prompts-name">
      {chosen !== null && queries.length > 0 && (
        <input
          type="checkbox"
          aria-label={`Choose “${text}”`}
          checked={chosen.has(key)}
          onChange={(event) => onChoose(prompt, event.currentTarget.checked)}
        />
      )}
      <div>
        <a class="prompts-text" dir="auto" title={text} href={promptHref(brandId, text)}>
          {text}
        </a>
        <div class="prompts-about">
          {queries.length > 0 ? rhythmOfAll(queries) : <Badge>no longer asked</Badge>}
          {tags.length > 0 && ` · ${tags.join(', ')}`}
        </div>
      </div>
    </div>
  );
}

/** How often the answers to a prompt name the brand: one number, and what is behind it on hover and focus. */
export function ShareCell({
  row,
  name,
  days,
  href,
}: {
  row: Measures | null;
  /** The name of the platform. */
  name: string;
  days: Days;
  href: string;
}) {
  if (row === null || row.visibility_total === 0) return <HeatCell value={null} label={name} />;
  const facts = factsOf(row, moveOf(row, days));
  return (
    <HeatCell
      value={shown(row, 'visibility')}
      href={href}
      label={`on ${name}: ${facts.join('; ')}`}
      detail={() => (
        <>
          <strong>
            {name}: {formatPercent(shown(row, 'visibility'))}
          </strong>
          {facts.map((fact) => (
            <div key={fact} class="prompts-fact">
              {fact}
            </div>
          ))}
        </>
      )}
    />
  );
}

function factsOf(row: Measures, move: Move | null): string[] {
  const { visibility_count: count, visibility_total: total, previous } = row;
  return [
    `named in ${count} of ${counted(total, 'answer')}`,
    ...(count > 0
      ? [`position ${format(shown(row, 'position'))}, sentiment ${formatSentiment(shown(row, 'sentiment'))}`]
      : []),
    ...(previous ? [`before: ${previous.visibility_count} of ${previous.visibility_total}`] : []),
    ...(move === null ? [] : [[pointsOf(move), move.word].filter(Boolean).join(', ')]),
  ];
}

function pointsOf({ points }: Move): string {
  return points === null ? '' : `${points > 0 ? '+' : ''}${format(points)} points`;
}

/** The verdict on a prompt over all its answers. */
export function ChangeCell({ move }: { move: Move | null }) {
  if (move === null) return <span class="muted">–</span>;
  const { kind, sign, points, word, why } = move;
  const number = points === null || sign === '?' ? '' : ` ${points > 0 ? '+' : ''}${format(points)}`;
  return (
    <div class="prompts-change" data-kind={kind} {...tipOf(why)}>
      {number !== '' && (
        <span class="points">
          <span aria-hidden="true">{sign}</span>
          {number}
        </span>
      )}
      <span class="word">{word}</span>
      <span class="visually-hidden">. {why()}</span>
    </div>
  );
}
