/** Letters of a prompt that are its heading; some are as long as a page. */
const HEADING = 200;

export const headingOf = (text: string): string =>
  text.length > HEADING ? `${text.slice(0, HEADING)}…` : text;

/** The whole of a prompt that is too long for a heading. */
export function WholePrompt({ text }: { text: string }) {
  if (text.length <= HEADING) return null;
  return (
    <details class="card">
      <summary>The whole prompt</summary>
      <p class="prompts-whole">{text}</p>
    </details>
  );
}
