import { escaped } from '../../presentation/element.ts';

/** What a mail says, before it is text or HTML. */
export interface Letter {
  subject: string;
  /** The first is the reason of the mail. A line break stays. */
  paragraphs: string[];
  /** The one thing to do, if any. */
  button: { words: string; url: string } | null;
  /** Smaller, at the end: why this came, and how to have no more of it. */
  notes: string[];
}

const MOST_SUBJECT = 150;
/** Controls, and the marks that turn the direction of a text: names could hide behind them. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** A name or message of a customer, on one line, shortened. */
export function oneLine(text: string, most = 100): string {
  const line = text.replaceAll(UNPRINTABLE, ' ').replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
}

/** A letter as a mail has it: the same words twice. */
export function rendered(letter: Letter): { subject: string; text: string; html: string } {
  const subject = oneLine(letter.subject, MOST_SUBJECT);
  return { subject, text: asText(letter), html: asHtml(letter, subject) };
}

function asText({ paragraphs, button, notes }: Letter): string {
  const parts = [...paragraphs, ...(button ? [`${button.words}:\n${button.url}`] : []), '-- ', ...notes];
  return `${parts.join('\n\n')}\n`;
}

function asHtml({ paragraphs, button, notes }: Letter, subject: string): string {
  const action = button
    ? `<p style="margin:24px 0"><a href="${escaped(button.url)}" style="${BUTTON}">${escaped(button.words)}</a></p>
<p style="${SMALL}">Or open this address:<br>${escaped(button.url)}</p>`
    : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="${BODY}">
${paragraphs.map((text) => `<p>${lines(text)}</p>`).join('\n')}
${action}
<hr style="border:0;border-top:1px solid #ddd;margin:24px 0">
${notes.map((text) => `<p style="${SMALL}">${lines(text)}</p>`).join('\n')}
</body></html>
`;
}

const BODY =
  'font:16px/1.5 system-ui,sans-serif;color:#1c1c1c;max-width:600px;margin:24px auto;padding:0 16px';
const BUTTON = 'background:#1f4fd8;color:#fff;padding:10px 18px;border-radius:6px;text-decoration:none';
const SMALL = 'font-size:13px;color:#555;word-break:break-word';

function lines(text: string): string {
  return text.split('\n').map(escaped).join('<br>');
}
