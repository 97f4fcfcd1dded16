/**
 * An element of HTML or SVG as data: what is drawn is written once, and becomes a part of a page in a browser and text
 * in a document. Without JSX, which Node does not read, and without the types of a browser.
 */
export interface Element {
  tag: string;
  attributes: Readonly<Record<string, string | number>>;
  children: readonly (Element | string)[];
}

type Child = Element | string | number | false | null | undefined;
export type Children = Child | readonly Children[];
type Attributes = Record<string, string | number | undefined>;

/** Children that are not there, and attributes without a value, are left out. */
export function element(tag: string, attributes: Attributes = {}, ...children: Children[]): Element {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return {
    tag,
    attributes: Object.fromEntries(given) as Element['attributes'],
    children: presentChildren(children),
  };
}

function presentChildren(children: Children): (Element | string)[] {
  if (children === undefined || children === null || children === false) return [];
  if (Array.isArray(children)) return children.flatMap(presentChildren);
  return [typeof children === 'number' ? String(children) : (children as Element | string)];
}

/** Elements without an end. */
const VOID = new Set(['meta', 'br', 'hr', 'link', 'img']);
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text that is safe in any part of a page but scripts, styles and handlers of events. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** An element as text. Only its tags and the names of attributes are taken as they are: these are ours. */
export function markupOf(of: Element | string): string {
  if (typeof of === 'string') return escaped(of);
  const { tag, attributes, children } = of;
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  const start = `<${tag}${given.join('')}>`;
  return VOID.has(tag) ? start : `${start}${children.map(markupOf).join('')}</${tag}>`;
}
