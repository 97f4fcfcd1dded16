import { type ComponentChild, h } from 'preact';
import type { Element } from '../../../presentation/element.ts';

/** Elements as a part of the page. */
export function Drawn({ of }: { of: readonly (Element | string)[] }) {
  return <>{of.map(nodeOf)}</>;
}

function nodeOf(one: Element | string): ComponentChild {
  return typeof one === 'string' ? one : h(one.tag, one.attributes, ...one.children.map(nodeOf));
}
