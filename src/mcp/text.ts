import { tenth } from '../presentation/numbers.ts';

/** A text of at most this many characters. The rest of a long text is not examined. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // A character has at most two code units.
  const characters = [...text.slice(0, 2 * most + 2)];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}

/** How many characters a text has; a surrogate pair is one. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** A number of a report with one decimal. */
export const rounded = (value: number): string => String(tenth(value));
