import { opportunitySentence, subjectText } from '../../../../presentation/opportunities.ts';
import { type Opportunity, subjectHref } from './words.ts';

/** What an opportunity is, in one sentence. */
export function Sentence({ of }: { of: Opportunity }) {
  return opportunitySentence(of).map((piece, at) => {
    if (piece === 'SUBJECT') return <Subject key={at} of={of} />;
    return typeof piece === 'string' ? piece : <bdi key={at}>{piece.name}</bdi>;
  });
}

/** What it is about, leading to it. */
export function Subject({ of }: { of: Pick<Opportunity, 'kind' | 'subject'> }) {
  return (
    <a href={subjectHref(of)} class="opportunity-subject" dir="auto">
      {subjectText(of)}
    </a>
  );
}
