import { roundedMean } from '../base/definitions.ts';
import { EXTRACTION_VERSION } from '../extraction/version.ts';
import type { Organisation } from '../features/organisations/organisations.ts';
import type { DryRun } from '../features/runs/versions/dry-run.ts';
import {
  type BrandEffect,
  type Example,
  type Moves,
  NO_ANSWERS,
  NO_MOVES,
  type Standing,
  summed,
} from '../features/runs/versions/effect.ts';
import { oneLine } from './terminal.ts';

const UNKNOWN = '–';

/** The changes by rereading the answers, as one line of JSON. */
export function effectJson({ id, name }: Organisation, found: DryRun): string {
  const { effects, unread } = found;
  const nameOf = createNamer(found);
  const example = ({ brandId, subjectId, ...rest }: Example) => ({
    runId: rest.runId,
    brand: nameOf(brandId),
    subject: { id: subjectId, name: nameOf(subjectId) },
    score: { before: score(rest.scoreBefore), after: score(rest.scoreAfter) },
    snippet: { before: rest.snippetBefore, after: rest.snippetAfter },
  });
  return `${JSON.stringify({
    organisation: { id, name },
    extractionVersion: EXTRACTION_VERSION,
    answersByVersion: Object.fromEntries([...effects.versions].sort(([a], [b]) => a - b)),
    unread,
    total: countsJson([...effects.brands.values()]),
    brands: brandsOf(found).map(({ id: brandId, effect, before, after }) => ({
      id: brandId,
      name: nameOf(brandId),
      ...countsJson([effect]),
      before: standingJson(before),
      after: standingJson(after),
    })),
    moves: effects.moves.list().map(example),
    gained: effects.gained.list().map(example),
    lost: effects.lost.list().map(example),
  })}\n`;
}

function countsJson(effects: readonly BrandEffect[]) {
  const sum = (field: 'answers' | 'changed') => effects.reduce((all, effect) => all + effect[field], 0);
  const moves = (field: 'brand' | 'competitors') =>
    movesJson(
      summed(
        effects.map((effect) => effect[field]),
        NO_MOVES,
      ),
    );
  return {
    answers: sum('answers'),
    changed: sum('changed'),
    brand: moves('brand'),
    competitors: moves('competitors'),
  };
}

function movesJson({ movedBefore, movedAfter, scoresMoved, ...counts }: Moves) {
  return {
    ...counts,
    scoresMoved,
    meanScoreMoved: {
      before: roundedMean(movedBefore, scoresMoved),
      after: roundedMean(movedAfter, scoresMoved),
    },
  };
}

function standingJson({ answers, named, sentimentSum, sentimentCount }: Standing) {
  return {
    answers,
    named,
    visibility: roundedMean(10_000 * named, answers),
    sentiment: roundedMean(sentimentSum, sentimentCount),
    sentimentCount,
  };
}

/** The changes by rereading the answers, as text: a line per brand, then examples with their sentences. */
export function effectText({ name }: Organisation, found: DryRun): string {
  const { effects, unread } = found;
  const nameOf = createNamer(found);
  const brands = brandsOf(found);
  const total = countsJson(brands.map(({ effect }) => effect));
  const versions = [...effects.versions.keys()].sort((a, b) => a - b).join(', ');
  if (total.answers === 0) return `${name}: no answer would be read again${unreadText(unread)}.\n`;
  const { brand, competitors } = total;
  const lines = [
    `${name}: ${total.changed} of ${total.answers} answers (read by version ${versions} so far) would say something else by version ${EXTRACTION_VERSION}${unreadText(unread)}.`,
    `Namings of brands: ${brand.namedGained} gained, ${brand.namedLost} lost; of competitors: ${competitors.namedGained} gained, ${competitors.namedLost} lost.`,
    `Scores of brands: ${moved(brand)}; of competitors: ${moved(competitors)}.`,
    `Positions of brands: ${brand.positionsChanged} changed; of competitors: ${competitors.positionsChanged}.`,
    '',
    ...aligned([
      ['brand', 'read', 'changed', 'gained', 'lost', 'moved', 'unknown', 'visibility', 'sentiment'],
      ...brands.map(({ id, effect, before, after }) => [
        nameOf(id),
        ...[effect.answers, effect.changed, effect.brand.namedGained, effect.brand.namedLost].map(String),
        ...[effect.brand.scoresMoved, effect.brand.scoresUnknown].map(String),
        ...(['visibility', 'sentiment'] as const).map((field) =>
          arrow(standingJson(before)[field], standingJson(after)[field]),
        ),
      ]),
    ]),
    ...examples(nameOf, 'The largest moves of a score:', effects.moves.list(), (each) => [
      arrow(score(each.scoreBefore), score(each.scoreAfter)),
      each.snippetBefore,
      ...(each.snippetAfter === each.snippetBefore ? [] : [`now: ${each.snippetAfter}`]),
    ]),
    ...examples(nameOf, 'Named now (a sample):', effects.gained.list(), (each) => ['', each.snippetAfter]),
    ...examples(nameOf, 'Named no more (a sample):', effects.lost.list(), (each) => ['', each.snippetBefore]),
  ];
  return `${lines.join('\n')}\n`;
}

function unreadText(unread: number): string {
  return unread === 0 ? '' : `; ${unread} could not be read and would stay as they are`;
}

function moved({ scoresMoved, meanScoreMoved, scoresUnknown, scoresKnown }: ReturnType<typeof movesJson>) {
  const means = scoresMoved === 0 ? '' : ` (mean ${arrow(meanScoreMoved.before, meanScoreMoved.after)})`;
  return `${scoresMoved} moved${means}, ${scoresUnknown} known no more, ${scoresKnown} known now`;
}

function examples(
  nameOf: (id: string) => string,
  title: string,
  list: readonly Example[],
  say: (each: Example) => [string, ...(string | null)[]],
): string[] {
  if (list.length === 0) return [];
  return [
    '',
    title,
    ...list.flatMap((each) => {
      const [change, ...sentences] = say(each);
      return [
        `  ${nameOf(each.subjectId)}${change === '' ? '' : ` ${change}`}, run ${each.runId}`,
        ...sentences.map((sentence) => `    ${oneLine(sentence ?? UNKNOWN)}`),
      ];
    }),
  ];
}

/** The brands whose answers would be reread, most changes first. */
function brandsOf({ effects, standings }: DryRun) {
  return [...effects.brands]
    .map(([id, effect]) => {
      const before = standings.get(id) ?? NO_ANSWERS;
      const after = { ...before };
      for (const field of ['named', 'sentimentSum', 'sentimentCount'] as const)
        after[field] += effect.after[field] - effect.before[field];
      return { id, effect, before, after };
    })
    .sort((a, b) => b.effect.changed - a.effect.changed || (a.id < b.id ? -1 : 1));
}

/** The names of brands and competitors by id; for a deleted one, its id. */
function createNamer({ brands }: DryRun): (id: string) => string {
  const names = new Map(
    brands.flatMap((brand) => [brand, ...brand.competitors].map(({ id, name }) => [id, oneLine(name)])),
  );
  return (id) => names.get(id) ?? id;
}

/** A score of 0 to 100, from hundredths. */
function score(hundredths: number | null): number | null {
  return hundredths === null ? null : hundredths / 100;
}

function arrow(before: number | null, after: number | null): string {
  return before === after ? `${before ?? UNKNOWN}` : `${before ?? UNKNOWN} → ${after ?? UNKNOWN}`;
}

/** Rows of cells in columns: the first left-aligned, the others right-aligned. */
function aligned(table: readonly string[][]): string[] {
  const widths = (table[0] ?? []).map((_, at) => Math.max(...table.map((row) => (row[at] as string).length)));
  return table.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] as number) : cell.padStart(widths[at] as number)))
      .join('  '),
  );
}
