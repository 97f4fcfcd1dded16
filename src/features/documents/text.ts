import type { Element } from '../../presentation/element.ts';
import { oneLine } from '../mail/letter.ts';

const LINE = 78;
const MOST_LINE = 1_000;

/** A document as plain text: what a picture shows is in its description. */
export function textOf(main: Element): string {
  const blocks = main.children.flatMap((child) => (typeof child === 'string' ? [child] : blocksOf(child)));
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function blocksOf(of: Element): string[] {
  const { tag, children } = of;
  const elements = children.filter((child) => typeof child !== 'string');
  switch (tag) {
    case 'h1':
      return [underlined(of, '=')];
    case 'h2':
      return [underlined(of, '-')];
    case 'svg':
    case 'style':
      return [];
    case 'table':
      return [tableText(of)];
    case 'ol':
    case 'ul':
      if (of.attributes['class'] === 'legend') return [];
      return [elements.map((item, at) => itemText(item, tag === 'ol' ? `${at + 1}. ` : '- ')).join('\n')];
    case 'dl':
      return [definitionsText(elements)];
    case 'section':
    case 'header':
    case 'figure':
      return elements.flatMap(blocksOf);
    default:
      return [inline(of)];
  }
}

function underlined(of: Element, by: string): string {
  const text = inline(of);
  return `${text}\n${by.repeat(Math.min(LINE, [...text].length))}`;
}

/** Blocks in an item go below it. */
function itemText(item: Element, mark: string): string {
  const isBlock = (child: Element | string) => typeof child !== 'string' && child.tag === 'div';
  const first = inline({ ...item, children: item.children.filter((child) => !isBlock(child)) });
  const below = item.children.filter(isBlock).map((child) => inline(child));
  const indent = ' '.repeat(mark.length);
  return [mark + first, ...below.filter(Boolean).map((line) => indent + line)].join('\n');
}

function definitionsText(elements: readonly Element[]): string {
  const lines: string[] = [];
  for (let at = 0; at + 1 < elements.length; at += 2)
    lines.push(`${inline(elements[at]!)}: ${inline(elements[at + 1]!)}`);
  return lines.join('\n');
}

/** A row a line, with the names of the columns where a cell has something: columns do not line up in a mail. */
function tableText(table: Element): string {
  const rows = (tag: string) =>
    table.children.filter((child) => typeof child !== 'string').filter((part) => part.tag === tag);
  const cells = (row: Element) => row.children.filter((child) => typeof child !== 'string');
  const head = rows('thead').flatMap((part) => cells(part).flatMap((row) => cells(row).map(inline)));
  const lines = rows('tbody').flatMap((part) =>
    cells(part).map((row) => rowText(cells(row).map(inline), head)),
  );
  const caption = rows('caption').map(inline);
  return [...caption.map((text) => `${text}:`), ...lines].join('\n');
}

function rowText(cells: readonly string[], head: readonly string[]): string {
  const named = cells.flatMap((cell, at) => {
    if (cell === '') return [];
    const name = head[at] ?? '';
    const isPlain = at === 0 || name === 'Name' || name === 'Change' || name === '';
    return [isPlain ? cell : `${name.toLowerCase()} ${cell}`];
  });
  return `- ${named.join(', ')}`;
}

/** The words of an element on one line; a link has its address behind it. */
function inline(of: Element | string): string {
  return oneLine(words(of), MOST_LINE);
}

function words(of: Element | string): string {
  if (typeof of === 'string') return of;
  const { tag, attributes, children } = of;
  const text = children.map(words).join('');
  return tag === 'a' ? `${text} (${attributes['href']})` : text;
}
