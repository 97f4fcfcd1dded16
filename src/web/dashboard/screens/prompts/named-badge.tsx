import type { Schemas } from '../../api/client.ts';
import { Badge } from '../../components/card.tsx';

type Answer = Pick<Schemas['RunSummary'], 'state' | 'brandMentioned'>;

/** What became of an answer: named or not, or why there is none. */
export function wordOf({ state, brandMentioned }: Answer): string {
  if (state === 'FAILED') return 'no answer';
  if (state === 'NOT_SHOWN') return 'not shown';
  if (state !== 'COMPLETED') return 'on its way';
  return brandMentioned === true ? 'named' : 'not named';
}

export function NamedBadge({ answer }: { answer: Answer }) {
  const word = wordOf(answer);
  const sign = { named: '✓', 'not named': '✕', 'no answer': '⚠', 'not shown': '–' }[word] ?? '…';
  return (
    <Badge kind={word === 'named' ? 'good' : word === 'no answer' ? 'warn' : undefined}>
      <span aria-hidden="true">{sign}</span> {word}
    </Badge>
  );
}
