import { counted, format } from '../../components/numbers.ts';
import { type Opportunity, subjectHref } from './words.ts';

/** What an opportunity is, in one sentence. */
export function Sentence({ of }: { of: Opportunity }) {
  const { kind, reason, answer_count: count, competitors, change } = of;
  const subject = <Subject of={of} />;
  const brand = <bdi>{of.brand.name}</bdi>;
  const answers = counted(count, 'answer');
  const other = competitors[0] ? <bdi>{competitors[0].name}</bdi> : 'a competitor';
  if (kind === 'SOURCE')
    return (
      <>
        {subject} is cited in {answers} that {count === 1 ? 'names' : 'name'} {other}
        {competitors.length > 1 && ' or others'} and not {brand}
      </>
    );
  if (kind === 'OWN_PAGE')
    return (
      <>
        {subject} is cited in {answers} that {count === 1 ? 'does' : 'do'} not name {brand}
      </>
    );
  if (kind === 'CRITICISM')
    return (
      <>
        {answers} to {subject} {count === 1 ? 'speaks' : 'speak'} against {brand}
      </>
    );
  if (reason === 'LOST')
    return (
      <>
        {subject} names {brand} less than before
        {change && `: ${format(change.points)} points`}; {answers} {count === 1 ? 'does' : 'do'} not name it
      </>
    );
  return (
    <>
      {subject} hardly ever names {brand}; {answers} {count === 1 ? 'does' : 'do'} not, and {other} is named
      there
    </>
  );
}

/** What it is about, leading to it. A prompt stands in quotation marks. */
export function Subject({ of }: { of: Pick<Opportunity, 'kind' | 'subject'> }) {
  const isPrompt = of.kind === 'PROMPT' || of.kind === 'CRITICISM';
  return (
    <a href={subjectHref(of)} class="opportunity-subject" dir="auto">
      {isPrompt ? `“${of.subject}”` : of.subject.replace(/^https?:\/\/(www\.)?/, '')}
    </a>
  );
}
