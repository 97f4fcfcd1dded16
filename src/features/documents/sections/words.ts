import type { components } from '../../../contract/generated/types.ts';
import { type Children, type Element, element } from '../../../presentation/element.ts';
import { shortName, shownChange, signed, signOf, wordOf } from '../../../presentation/numbers.ts';

type Change = Pick<components['schemas']['Change'], 'points' | 'verdict' | 'holds_in_list'>;

/** A change and its verdict in words. */
export function changeText({ points, verdict, holds_in_list: holds }: Change, unit = 'points'): string {
  const by = points === null ? '' : `${signed(points)} ${unit}, `;
  const doubt = holds === false ? '; one of many rows: may be chance' : '';
  return `${signOf(verdict)} ${by}${wordOf(verdict)}${doubt}`;
}

/** The change of a row's visibility and its verdict in words; '' where there is none. */
export function changeOf(row: Parameters<typeof shownChange>[0]): string {
  const change = shownChange(row);
  return change ? changeText(change) : '';
}

/** A name of a customer: cut where it is long, and whatever its script, the sentence reads on. */
export const nameOf = (name: string): Element => element('bdi', {}, shortName(name));

const MOST_PROMPT = 300;

/** A prompt in quotation marks. */
export function promptOf(text: string): Element {
  const letters = [...text];
  const shown = letters.length > MOST_PROMPT ? `${letters.slice(0, MOST_PROMPT - 1).join('')}…` : text;
  return element('bdi', {}, `“${shown}”`);
}

export const section = (title: string, ...children: Children[]): Element =>
  element('section', {}, element('h2', {}, title), children);

export const paragraph = (...children: Children[]): Element => element('p', {}, children);
export const note = (...children: Children[]): Element => element('p', { class: 'small muted' }, children);

/** A link to the dashboard; the words alone where its address is not known. */
export function linkTo(publicUrl: string | null, path: string, words: Children): Children {
  return publicUrl === null ? null : element('a', { href: `${publicUrl}/#/${path}` }, words);
}

/** @param head names of the columns; those that begin with '#' hold numbers, and the first other one names the row */
export function tableOf(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly Children[])[],
): Element {
  const isNumber = head.map((one) => one.startsWith('#'));
  const name = isNumber.indexOf(false);
  const cell = (tag: string, more: Record<string, string>) => (content: Children, at: number) =>
    element(tag, { ...more, class: isNumber[at] ? 'number' : at === name ? 'name' : undefined }, content);
  return element(
    'table',
    {},
    element('caption', {}, caption),
    element(
      'thead',
      {},
      element('tr', {}, head.map((one) => one.replace('#', '')).map(cell('th', { scope: 'col' }))),
    ),
    element(
      'tbody',
      {},
      rows.map((row) => element('tr', {}, row.map(cell('td', {})))),
    ),
  );
}
