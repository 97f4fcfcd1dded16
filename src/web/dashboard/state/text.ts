import { capitalised } from '../../../presentation/text.ts';

/** A word of the API on screen: GROWTH as Growth. */
export const titled = (word: string): string => capitalised(word.toLowerCase());

/** The lines of a text area as a list, without empty and repeated ones. */
export function linesOf(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}

/** What stands between commas as a list, without empty and repeated parts. */
export function partsOf(text: string): string[] {
  return linesOf(text.replaceAll(',', '\n'));
}

/** An address that may be opened: http or https and nothing else, such as `javascript:`. */
export function safeUrl(url: string): string | null {
  if (!/^https?:\/\/[^\s]+$/i.test(url)) return null;
  try {
    const { protocol, href } = new URL(url);
    return protocol === 'http:' || protocol === 'https:' ? href : null;
  } catch {
    return null;
  }
}
