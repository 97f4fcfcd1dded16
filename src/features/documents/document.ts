import { readFileSync } from 'node:fs';
import { formatDays } from '../../presentation/days.ts';
import { type Element, element, markupOf } from '../../presentation/element.ts';
import { shortName } from '../../presentation/numbers.ts';
import { type Contents, contentsOf, type DocumentMeans, type DocumentRequest } from './contents.ts';
import { answersSection } from './sections/answers.ts';
import { chartSection } from './sections/chart.ts';
import { headSection, measuresTable } from './sections/head.ts';
import { movedSection } from './sections/moved.ts';
import { fewSection, nextSection } from './sections/next.ts';
import { rankingSection } from './sections/ranking.ts';
import { definitionsSection, sourceSection } from './sections/source.ts';
import { textOf } from './text.ts';

/** A report for reading without a login: on paper, in a mail, on a phone. */
export interface ReportDocument {
  title: string;
  /** A whole page without scripts, which loads nothing. */
  html: string;
  /** The same words without the picture. */
  text: string;
  /** Without its ending. */
  fileName: string;
  snapshotId: string;
  /** RFC 3339. */
  asOf: string;
}

/**
 * Makes a document from one snapshot. The same snapshot, decisions and breaks give the same bytes.
 * @throws AppError as `contentsOf`
 */
export async function makeDocument(means: DocumentMeans, request: DocumentRequest): Promise<ReportDocument> {
  return documentOf(await contentsOf(means, request));
}

function documentOf(contents: Contents): ReportDocument {
  const { row, range, snapshotId, asOf } = contents;
  const title = `${shortName(row.brand.name)}: AI visibility, ${formatDays(range.start, range.end)}`;
  const main = element(
    'main',
    {},
    headSection(contents),
    chartSection(contents),
    rankingSection(contents),
    measuresTable(contents),
    movedSection(contents),
    nextSection(contents),
    answersSection(contents),
    fewSection(contents),
    definitionsSection(contents),
    sourceSection(contents),
  );
  const fileName = ['sightline', slugOf(row.brand.name), range.start, range.end, snapshotId].join('-');
  return { title, html: pageOf(title, main), text: textOf(main), fileName, snapshotId, asOf };
}

function pageOf(title: string, main: Element): string {
  const head = element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { name: 'viewport', content: 'width=device-width' }),
    element('meta', { name: 'color-scheme', content: 'light' }),
    element('meta', { name: 'robots', content: 'noindex' }),
    element('title', {}, title),
  );
  // The styles are ours, and hold nothing that ends their element.
  const styled = markupOf(head).replace('</head>', () => `<style>${STYLES}</style></head>`);
  return `<!doctype html>\n<html lang="en">${styled}${markupOf(element('body', {}, coloured(main)))}</html>\n`;
}

const read = (name: string) => readFileSync(new URL(`../../presentation/${name}`, import.meta.url), 'utf8');

/** The light colours of the dashboard. */
const COLOURS = new Map(
  [...read('tokens.css').matchAll(/(--[a-z0-9-]+): light-dark\((#[0-9a-f]{6}),/g)].map(
    ([, name = '', light = '']) => [name, light],
  ),
);

/** Mail programs know no variables of CSS. */
const withColours = (text: string) =>
  text.replaceAll(/var\((--[a-z0-9-]+)\)/g, (_, name: string) => COLOURS.get(name) ?? 'inherit');

const COLOURED = new Set(['fill', 'stroke', 'style']);

function coloured({ tag, attributes, children }: Element): Element {
  const own = Object.entries(attributes).map(([name, value]) => [
    name,
    COLOURED.has(name) ? withColours(String(value)) : value,
  ]);
  return {
    tag,
    attributes: Object.fromEntries(own),
    children: children.map((child) => (typeof child === 'string' ? child : coloured(child))),
  };
}

const withoutNotes = (css: string) => css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\s+/g, ' ');
const STYLES = withColours(withoutNotes(read('document.css') + read('paper.css')));

/** For the name of a file: letters and digits of any script, without what a system could mistake. */
function slugOf(name: string): string {
  return (
    shortName(name)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'brand'
  );
}
