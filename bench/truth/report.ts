/** The labelled tables' figures as text, and as figures of the benchmark. */
import { atLeast, type Figure } from '../support/scenario.ts';
import { table } from '../support/table.ts';
import { type Counts, f1, HALVES, type Half, precision, recall, sum } from './counts.ts';
import { type NamesScore, scoreNames } from './names.ts';
import { NO_TYPE, type PageRead, readPages } from './pages.ts';
import { countsOf, macroF1, readRealStances, readStances, STANCES, type StanceRead } from './stance.ts';
import { scoreUnknown } from './unknown.ts';

/** Row of the README's table. */
const ROW = { names: 22, stance: 23, pages: 28 };

export interface TruthReport {
  /** Tables to be printed, Markdown. */
  text: string;
  figures: Figure[];
}

export function reportTruth(): TruthReport {
  const names = scoreNames();
  const unknown = scoreUnknown();
  const invented = readStances();
  const real = readRealStances();
  const pages = readPages();
  const sections = [
    '## Names, by class',
    namesTable(names, (score) => score.class),
    '## Names, by language',
    namesTable(names, (score) => score.language),
    '## Names that a text only says it does not know, by language',
    namesTable(unknown, (score) => score.language),
    '## Stance in invented texts, by class',
    stanceTable(invented, (read) => read.class),
    '## Stance in invented texts, by label',
    labelTable(invented),
    ...(real === null
      ? ['The real answers are not at hand: their sentences are left out.']
      : [
          '## Stance in sentences of real answers, by how they were drawn',
          stanceTable(real, (read) => read.class),
          '## Stance in sentences of real answers, by label',
          labelTable(real),
        ]),
    '## Types of pages',
    pagesTable(pages),
  ];
  const held = <Row extends { half: Half }>(rows: readonly Row[]) =>
    rows.filter(({ half }) => half === 'held');
  const total = sum(held(names));
  const denied = sum(held(unknown));
  return {
    text: sections.join('\n\n'),
    figures: [
      {
        ...part(ROW.names, 'names, held half: precision', total.right, total.right + total.wrong),
        target: atLeast(0.97),
      },
      {
        ...part(ROW.names, 'names, held half: recall', total.right, total.right + total.missed),
        target: atLeast(0.97),
      },
      {
        ...part(ROW.names, 'unknown names, held half: precision', denied.right, denied.right + denied.wrong),
        target: atLeast(0.98),
      },
      part(ROW.names, 'unknown names, held half: recall', denied.right, denied.right + denied.missed),
      ...stanceFigures('invented texts', held(invented).filter(isEnglish)),
      ...(real === null ? [] : stanceFigures('real sentences', held(real))),
      {
        ...part(ROW.pages, 'types of pages, held half: right', rightOf(held(pages)), held(pages).length),
        target: atLeast(0.8),
      },
    ],
  };
}

function stanceFigures(what: string, reads: readonly StanceRead[]): Figure[] {
  const { right, wrong, missed } = countsOf(reads, 'NEGATIVE');
  return [
    {
      ...part(ROW.stance, `stance in ${what}, held half: macro-F1`, macroF1(reads), 1),
      target: atLeast(0.7),
    },
    {
      ...part(ROW.stance, `stance in ${what}, held half: negatives found`, right, right + missed),
      target: atLeast(0.6),
    },
    {
      ...part(ROW.stance, `stance in ${what}, held half: precision of negatives`, right, right + wrong),
      target: atLeast(0.7),
    },
  ];
}

function part(row: number, name: string, subject: number, reference: number): Figure {
  return { row, name, unit: '', subject, reference, ratio: subject / reference, rounds: 1 };
}

export function isEnglish({ language }: StanceRead): boolean {
  return language === 'en';
}

function namesTable(scores: readonly NamesScore[], keyOf: (score: NamesScore) => string): string {
  const groups = [...Map.groupBy(scores, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  const cells = (all: readonly NamesScore[]) =>
    HALVES.flatMap((half) => {
      const counts: Counts = sum(all.filter((score) => score.half === half));
      return [`${counts.cases}`, percent(precision(counts)), percent(recall(counts)), percent(f1(counts))];
    });
  return table(
    ['', ...HALVES.flatMap((half) => [half, 'precision', 'recall', 'F1'])],
    [...groups.map(([key, own]) => [key, ...cells(own)]), ['all', ...cells(scores)]],
  );
}

function stanceTable(reads: readonly StanceRead[], keyOf: (read: StanceRead) => string): string {
  const groups = [...Map.groupBy(reads, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  const cells = (all: readonly StanceRead[]) =>
    HALVES.flatMap((half) => {
      const own = all.filter((read) => read.half === half);
      const found = own.filter(({ read }) => read !== 'MISSING');
      const right = found.filter(({ label, read }) => label === read).length;
      return [`${own.length}`, `${own.length - found.length}`, percent(right / found.length)];
    });
  return table(
    ['', ...HALVES.flatMap((half) => [half, 'not found', 'right'])],
    [...groups.map(([key, own]) => [key, ...cells(own)]), ['all', ...cells(reads)]],
  );
}

/** Precision, recall and F1 of each stance, and their mean, over English texts. */
function labelTable(reads: readonly StanceRead[]): string {
  const english = reads.filter(isEnglish);
  const ofHalf = (half: Half) => english.filter((read) => read.half === half);
  const cells = STANCES.map((stance) => [
    stance,
    ...HALVES.flatMap((half) => {
      const counts = countsOf(ofHalf(half), stance);
      return [`${counts.cases}`, percent(precision(counts)), percent(recall(counts)), percent(f1(counts))];
    }),
  ]);
  const means = HALVES.flatMap((half) => ['', '', '', percent(macroF1(ofHalf(half)))]);
  return table(
    ['', ...HALVES.flatMap((half) => [half, 'precision', 'recall', 'F1'])],
    [...cells, ['macro-F1', ...means]],
  );
}

/** Precision and recall of each type of page, and how many are right in all. */
function pagesTable(pages: readonly PageRead[]): string {
  const types = [...new Set(pages.map(({ label }) => label))].sort(
    (a, b) => Number(a === NO_TYPE) - Number(b === NO_TYPE) || (a < b ? -1 : 1),
  );
  const cells = (type: string) =>
    HALVES.flatMap((half) => {
      const own = pages.filter((page) => page.half === half);
      const labelled = own.filter(({ label }) => label === type);
      const right = rightOf(labelled);
      const read = own.filter((page) => page.read === type).length;
      const counts: Counts = {
        cases: own.length,
        right,
        wrong: read - right,
        missed: labelled.length - right,
      };
      return [`${labelled.length}`, percent(precision(counts)), percent(recall(counts))];
    });
  const all = HALVES.flatMap((half) => {
    const own = pages.filter((page) => page.half === half);
    return [`${own.length}`, '', percent(rightOf(own) / own.length)];
  });
  return table(
    ['', ...HALVES.flatMap((half) => [half, 'precision', 'recall'])],
    [...types.map((type) => [type, ...cells(type)]), ['all', ...all]],
  );
}

function rightOf(pages: readonly PageRead[]): number {
  return pages.filter(({ label, read }) => label === read).length;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
