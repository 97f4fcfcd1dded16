import type { Schemas } from '../api/client.ts';
import { safeUrl } from '../state/text.ts';

/** A link out of the page. Addresses come from answers: what is none of the web is text. */
export function WebLink({ url, text = url }: { url: string; text?: string }) {
  const address = safeUrl(url);
  if (address === null) return <span class="address">{text}</span>;
  return (
    <a class="address" href={address} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  );
}

type Naming = Schemas['ExtractionTestResult']['namings'][number];

/** Why a stretch of text counts as a name. */
export const NAMING_RULES: Record<Naming['matches'][number]['rule'], string> = {
  AS_ENTERED: 'as entered',
  SPELLING: 'another spelling of it',
  PLURAL: 'its plural',
  LETTERS: 'with letters written otherwise',
  AFFIX: 'with an article or ending joined to it',
};

/** Whether somebody is among those that a stretch of text names. */
export const isNamedBy = ({ subjects }: Naming, id: string): boolean =>
  subjects.some((subject) => subject.id === id);

/** An answer with the names in it marked, those of one subject apart. */
export function MarkedText({
  reading: { text: read, namings },
  subjectId,
}: {
  reading: Schemas['ExtractionTestResult'];
  subjectId: string;
}) {
  // A form feed ends a block; offsets stay as they are.
  const text = read.replaceAll('\f', '\n');
  const parts = [];
  let end = 0;
  for (const naming of namings.toSorted((one, other) => one.start - other.start)) {
    if (naming.start < end) continue;
    parts.push(text.slice(end, naming.start));
    parts.push(
      <mark
        key={naming.start}
        data-own={isNamedBy(naming, subjectId) ? '' : undefined}
        title={naming.subjects.map(({ name }) => name).join(', ')}
      >
        {text.slice(naming.start, naming.end)}
      </mark>,
    );
    end = naming.end;
  }
  parts.push(text.slice(end));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="marked-text" tabIndex={0} aria-label="The answer with the names marked">
      {parts}
    </section>
  );
}
