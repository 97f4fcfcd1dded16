import { type DiffLine, diffLines } from './line-diff.ts';

const SIGNS: Record<DiffLine['kind'], string> = { same: ' ', added: '+', removed: '−' };
const WORDS: Record<DiffLine['kind'], string> = { same: '', added: 'Added: ', removed: 'Removed: ' };

/** Two texts line by line, with what was added and removed told by signs and words beside the colour. */
export function Difference({ before, after, label }: { before: string; after: string; label: string }) {
  const lines = diffLines(before, after);
  if (lines.every(({ kind }) => kind === 'same')) return <p class="muted">The texts are the same.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="content-difference" aria-label={label} tabIndex={0}>
      {lines.map(({ kind, text }, at) => (
        <div key={at} data-kind={kind}>
          <span aria-hidden="true">{SIGNS[kind]}</span>
          <span>
            <span class="visually-hidden">{WORDS[kind]}</span>
            {text}
          </span>
        </div>
      ))}
    </section>
  );
}
