import type { Reader } from '../../src/reports/rules.ts';
import { changeOf as changeOfSums, lackOf } from '../../src/reports/uncertainty/changes.ts';
import type { Stretches } from '../../src/reports/uncertainty/day-effect.ts';
import { POSITION_SCALE, SENTIMENT_SCALE } from '../../src/reports/uncertainty/scales.ts';
import type { DaySums, PromptSums } from '../../src/reports/uncertainty/sums.ts';
import type { Value } from './plain-filters.ts';
import { bytes, type Known, type KnownMention, type KnownRun, rounded, sum } from './plain-reports.ts';

/** Sums of runs and how they change, in plain loops: what the plain reports of test/support share. */

export type Json = Record<string, unknown>;
export type Read = { sentiment: number | null; reader: Reader | null };
/** A run, or a mention with its run, with the values that dimensions and filters look at. */
export interface Fact {
  run: KnownRun;
  mention: KnownMention | null;
  values: Record<string, Value>;
  isCurrent: boolean;
  /** For days before both ranges: the number of its 28 days, counted back from them; otherwise null. */
  past: number | null;
}
export interface Row {
  json: Json;
  brandId: string | null;
  /** Values of dimensions, in the order asked. */
  keys: Value[];
  fields: Record<string, Value | number>;
}

/** The facts of a row in the two ranges, and on the days before them. */
export interface Ranges {
  current: Fact[];
  previous: Fact[];
  past: Fact[];
}

/** Of runs that differ in it: how many have each surface, and for how many the platform searched. */
export function sharesOf(runs: KnownRun[]): Json {
  const shares = <Kind>(name: string, kinds: readonly Kind[], kindOf: (run: KnownRun) => Kind) =>
    kinds.flatMap((kind) => {
      const own = runs.filter((run) => kindOf(run) === kind).length;
      return own === 0 ? [] : [{ [name]: kind, runs: own, share: rounded(10_000 * own, runs.length) }];
    });
  const surfaces = shares(
    'surface',
    ['API', 'API_WEB_SEARCH', 'APP', 'SEARCH_PAGE', null],
    ({ surface }) => surface,
  );
  const searched = shares('searched', [true, false, null], (run) => run.searched);
  return {
    ...(surfaces.length > 1 ? { surfaces } : {}),
    ...(searched.length > 1 ? { searched } : {}),
  };
}

/** A measure by its name, or a share of answers by whether one has what is looked for. */
type Measure = Compared | ((run: KnownRun) => boolean);
export type Compared = 'visibility' | 'sentiment' | 'position' | 'share_of_voice' | 'first' | 'searched';

export function changeOf(measure: Measure, ranges: Ranges, known: Known, isExplained: boolean): Json {
  const { current, previous, past } = ranges;
  const scale = measure === 'sentiment' ? SENTIMENT_SCALE : measure === 'position' ? POSITION_SCALE : null;
  const stretches: Stretches = {
    before: daySums(previous, measure, known),
    after: daySums(current, measure, known),
    history: [...new Set(past.map((fact) => fact.past))].sort().map((number) =>
      daySums(
        past.filter((fact) => fact.past === number),
        measure,
        known,
      ),
    ),
  };
  const difference = (before: PromptSums, after: PromptSums) => {
    const sums = { before, after, shared, sharedPrompts: both.length, stretches };
    return { ...changeOfSums(sums, scale), ...(isExplained ? lackOf(sums) : {}) };
  };
  const [then, now] = [promptsOf(previous, measure, known), promptsOf(current, measure, known)];
  const both = [...now.keys()].filter((prompt) => then.has(prompt));
  const pairs = both.map((prompt) => [then.get(prompt)!, now.get(prompt)!] as const);
  const shared = {
    nn: sum(pairs.map(([a, b]) => a.n * b.n)),
    ny: sum(pairs.map(([a, b]) => a.n * b.y)),
    yn: sum(pairs.map(([a, b]) => a.y * b.n)),
    yy: sum(pairs.map(([a, b]) => a.y * b.y)),
  };
  const change: Json = {
    ...difference(promptSums([...then.values()]), promptSums([...now.values()])),
  };
  if (measure === 'searched') return change;
  const reason = change['points'] === null ? null : otherwiseAsked(ranges, known);
  if (reason) {
    const { points, low, high } = change;
    return { points, low, high, verdict: 'not_comparable', reason };
  }
  const hasOtherModels = haveOther('model', ranges);
  const hasOtherPrompts = both.length !== then.size || both.length !== now.size;
  if (change['points'] !== null && (hasOtherModels || hasOtherPrompts)) {
    change['verdict'] = 'not_comparable';
    delete change['reason'];
    delete change['missing'];
    const [a, b] = [pairs.map(([one]) => one), pairs.map(([, one]) => one)];
    change['common_prompts'] = { prompts: both.length, ...difference(promptSums(a), promptSums(b)) };
  }
  return change;
}

/** Whether what is known of the two ranges differs. */
function haveOther(kind: 'model' | 'surface', { current, previous }: Ranges): boolean {
  const of = (facts: Fact[]) => [...new Set(facts.flatMap(({ run }) => run[kind] ?? []))].sort().join('\n');
  return of(previous) !== '' && of(current) !== '' && of(previous) !== of(current);
}

/** Why two ranges were not asked alike. */
function otherwiseAsked(ranges: Ranges, known: Known): string | null {
  if (haveOther('surface', ranges)) return 'surfaces_differ';
  const { verdict } = changeOf('searched', ranges, known, false);
  return verdict === 'up' || verdict === 'down' ? 'searched_differ' : null;
}

/** The sums of a stretch by its days; a day's lags are the last three days before it with a fact. */
function daySums(facts: Fact[], measure: Measure, known: Known): DaySums {
  const days = [...Map.groupBy(facts, ({ run }) => run.executedAt.slice(0, 10))]
    .sort(([a], [b]) => bytes(a, b))
    .map(([, own]) => {
      const counts = own.map(({ run, mention }) => countedOf(run, mention ?? run, measure, known));
      return { n: sum(counts.map(({ n }) => n)), y: sum(counts.map(({ y }) => y)) };
    });
  const pairs = days.flatMap((day, at) =>
    days.slice(Math.max(0, at - 3), at).map((prior) => ({ day, prior })),
  );
  const { prompts, ...squares } = promptSums(days.filter(({ n }) => n > 0));
  return {
    days: prompts,
    ...squares,
    lags: {
      nn: sum(pairs.map(({ day, prior }) => day.n * prior.n)),
      ny: sum(pairs.map(({ day, prior }) => day.n * prior.y)),
      yn: sum(pairs.map(({ day, prior }) => day.y * prior.n)),
      yy: sum(pairs.map(({ day, prior }) => day.y * prior.y)),
    },
  };
}

/** n and y of each prompt that has any. */
export function promptsOf(facts: Fact[], measure: Measure, known: Known) {
  const prompts = new Map<string, { n: number; y: number }>();
  for (const { run, mention } of facts) {
    const { n, y } = countedOf(run, mention ?? run, measure, known);
    if (n === 0) continue;
    const one = prompts.get(promptOf(run)) ?? { n: 0, y: 0 };
    prompts.set(promptOf(run), { n: one.n + n, y: one.y + y });
  }
  return prompts;
}

/** What a run, or a mention of it, adds to n and y. */
function countedOf(run: KnownRun, read: Read, measure: Measure, known: Known): { n: number; y: number } {
  if (typeof measure === 'function') return { n: 1, y: Number(measure(run)) };
  const named = Number(run.position !== null);
  const ifKnown = (value: number | null) => ({ n: Number(value !== null), y: value ?? 0 });
  switch (measure) {
    case 'visibility':
      return { n: 1, y: named };
    case 'sentiment':
      return ifKnown(read.sentiment);
    case 'position':
      return ifKnown(run.position);
    case 'searched':
      return { n: Number(run.searched !== null), y: Number(run.searched === true) };
    case 'first':
      return { n: named, y: Number(run.position === 1) };
    case 'share_of_voice':
      return known.competitors.some(({ brandId }) => brandId === run.brandId)
        ? { n: named + run.rivals.length, y: named }
        : { n: 0, y: 0 };
  }
}

export function promptSums(prompts: { n: number; y: number }[]): PromptSums {
  return {
    prompts: prompts.length,
    n: sum(prompts.map(({ n }) => n)),
    y: sum(prompts.map(({ y }) => y)),
    nn: sum(prompts.map(({ n }) => n * n)),
    ny: sum(prompts.map(({ n, y }) => n * y)),
    yy: sum(prompts.map(({ y }) => y * y)),
  };
}

export const scoresOf = (read: readonly Read[]) => read.flatMap(({ sentiment }) => sentiment ?? []);
export const promptOf = ({ brandId, queryText }: KnownRun) => `${brandId} ${queryText}`;

/** Order of two values, null last in any direction. */
export function compared(a: Value | number, b: Value | number, direction: 'asc' | 'desc'): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const order = typeof a === 'string' ? bytes(a, b as string) : Number(a) - Number(b);
  return direction === 'asc' ? order : -order;
}
