import { DAY_MS } from '../../../src/base/definitions.ts';
import type { Reader } from '../../../src/reports/rules.ts';
import {
  type ComparedSums,
  changeByChance,
  changeOf as changeOfSums,
  lackOf,
} from '../../../src/reports/uncertainty/changes.ts';
import { POSITION_SCALE, type ScoreScale, SENTIMENT_SCALE } from '../../../src/reports/uncertainty/scales.ts';
import type { DaySums, PromptSums } from '../../../src/reports/uncertainty/sums.ts';
import type { Value } from './filters.ts';
import { bytes, type Known, type KnownMention, type KnownRun, rounded, sum } from './reports.ts';

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
  /** Its changes by measure, where they are judged as a list. */
  changes?: Record<string, Judged>;
}

/** A change; `verdict` is the part of it with the verdict. */
export interface Judged {
  json: Json;
  verdict: Json;
  byChance: number;
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

/** The facts of a row in the two ranges, and on the days before them. */
export interface Ranges {
  current: Fact[];
  previous: Fact[];
  past: Fact[];
}

export type Compared = 'visibility' | 'sentiment' | 'position' | 'share_of_voice' | 'first';

/** What a fact adds to n and y. */
export type Count = (fact: Fact) => { n: number; y: number };

export function scaleOf(measure: Compared): ScoreScale | null {
  return measure === 'sentiment' ? SENTIMENT_SCALE : measure === 'position' ? POSITION_SCALE : null;
}

/** @param compared the facts by whose prompts is compared @param all those of the row, whose days count */
export function sumsOf(compared: Omit<Ranges, 'past'>, all: Ranges, count: Count): ComparedSums {
  const { past } = all;
  const [then, now] = [promptsOf(compared.previous, count), promptsOf(compared.current, count)];
  const both = [...now.keys()].filter((prompt) => then.has(prompt));
  const pairs = both.map((prompt) => [then.get(prompt)!, now.get(prompt)!] as const);
  return {
    before: promptSums([...then.values()]),
    after: promptSums([...now.values()]),
    shared: {
      nn: sum(pairs.map(([a, b]) => a.n * b.n)),
      ny: sum(pairs.map(([a, b]) => a.n * b.y)),
      yn: sum(pairs.map(([a, b]) => a.y * b.n)),
      yy: sum(pairs.map(([a, b]) => a.y * b.y)),
    },
    sharedPrompts: both.length,
    stretches: {
      before: daySums(all.previous, count),
      after: daySums(all.current, count),
      history: [...new Set(past.map((fact) => fact.past))].sort().map((number) =>
        daySums(
          past.filter((fact) => fact.past === number),
          count,
        ),
      ),
    },
  };
}

export function changeOf(
  ranges: Ranges,
  count: Count,
  scale: ScoreScale | null,
  isExplained: boolean,
): Judged {
  const { current, previous } = ranges;
  const whole = sumsOf(ranges, ranges, count);
  const difference = (sums: ComparedSums): Json => ({
    ...changeOfSums(sums, scale),
    ...(isExplained ? { ...lackOf(sums), holds_in_list: null } : {}),
  });
  const change = difference(whole);
  const reason = change['points'] === null ? null : otherwiseAsked(ranges);
  if (reason) {
    const { points, low, high } = change;
    const refused: Json = { points, low, high, verdict: 'not_comparable', reason };
    if (isExplained) refused['holds_in_list'] = null;
    return { json: refused, verdict: refused, byChance: 1 };
  }
  const hasOtherModels = haveOther('model', ranges);
  const { sharedPrompts: prompts } = whole;
  const hasOtherPrompts = prompts !== whole.before.prompts || prompts !== whole.after.prompts;
  if (change['points'] === null || !(hasOtherModels || hasOtherPrompts))
    return { json: change, verdict: change, byChance: changeByChance(whole, scale) };
  change['verdict'] = 'not_comparable';
  delete change['reason'];
  delete change['missing'];
  const [then, now] = [promptsOf(previous, count), promptsOf(current, count)];
  const alike = (facts: Fact[]) =>
    facts.filter(({ run }) => then.has(promptOf(run)) && now.has(promptOf(run)));
  const sums = sumsOf({ current: alike(current), previous: alike(previous) }, ranges, count);
  const common: Json = { prompts, ...difference(sums) };
  change['common_prompts'] = common;
  return { json: change, verdict: common, byChance: changeByChance(sums, scale) };
}

/** Benjamini and Hochberg: a verdict holds if those as improbable, or more, are ten times as many as chance makes. */
export function judge(list: readonly Judged[]): void {
  const isCalled = ({ verdict }: Judged) => ['up', 'down'].includes(verdict['verdict'] as string);
  const tested = list.filter((each) => isCalled(each) || each.verdict['verdict'] === 'within_noise').length;
  const called = list.filter(isCalled);
  const asImprobable = (p: number) => called.filter(({ byChance }) => byChance <= p).length;
  for (const { verdict, byChance } of called)
    verdict['holds_in_list'] = called.some(
      (other) => other.byChance >= byChance && tested * other.byChance <= 0.1 * asImprobable(other.byChance),
    );
}

/** Whether what is known of the two ranges differs. */
export function haveOther(kind: 'model' | 'surface', { current, previous }: Ranges): boolean {
  const of = (facts: Fact[]) => [...new Set(facts.flatMap(({ run }) => run[kind] ?? []))].sort().join('\n');
  return of(previous) !== '' && of(current) !== '' && of(previous) !== of(current);
}

export const SEARCHED: Count = ({ run }) => ({
  n: Number(run.searched !== null),
  y: Number(run.searched === true),
});

/** Why two ranges were not asked alike. */
export function otherwiseAsked(ranges: Ranges): string | null {
  if (haveOther('surface', ranges)) return 'surfaces_differ';
  const { verdict } = changeOfSums(sumsOf(ranges, ranges, SEARCHED), null);
  return verdict === 'up' || verdict === 'down' ? 'searched_differ' : null;
}

/** The sums of a stretch by its days; a day's lags are the last three days before it with a fact. */
export function daySums(facts: Fact[], count: Count): DaySums {
  const days = [...Map.groupBy(facts, ({ run }) => run.executedAt.slice(0, 10))]
    .sort(([a], [b]) => bytes(a, b))
    .map(([day, own]) => {
      const counts = own.map(count);
      return {
        day: Date.parse(day) / DAY_MS,
        n: sum(counts.map(({ n }) => n)),
        y: sum(counts.map(({ y }) => y)),
      };
    });
  const pairs = days.flatMap((day, at) =>
    days.slice(Math.max(0, at - 3), at).map((prior) => ({ day, prior })),
  );
  const weeks = days.flatMap((day) =>
    days.filter((prior) => prior.day === day.day - 7).map((prior) => ({ day, prior })),
  );
  const products = (of: typeof pairs) => ({
    nn: sum(of.map(({ day, prior }) => day.n * prior.n)),
    ny: sum(of.map(({ day, prior }) => day.n * prior.y)),
    yn: sum(of.map(({ day, prior }) => day.y * prior.n)),
    yy: sum(of.map(({ day, prior }) => day.y * prior.y)),
  });
  const { prompts, ...squares } = promptSums(days.filter(({ n }) => n > 0));
  return {
    days: prompts,
    ...squares,
    lags: products(pairs),
    weeks: products(weeks),
  };
}

/** n and y of each prompt that has any. */
export function promptsOf(facts: Fact[], count: Count) {
  const prompts = new Map<string, { n: number; y: number }>();
  for (const fact of facts) {
    const { n, y } = count(fact);
    if (n === 0) continue;
    const prompt = promptOf(fact.run);
    const one = prompts.get(prompt) ?? { n: 0, y: 0 };
    prompts.set(prompt, { n: one.n + n, y: one.y + y });
  }
  return prompts;
}

/** What a run, or a mention of it, adds to n and y. */
export function countedOf({ run, mention }: Fact, measure: Compared, known: Known): { n: number; y: number } {
  const read: Read = mention ?? run;
  const named = Number(run.position !== null);
  const ifKnown = (value: number | null) => ({ n: Number(value !== null), y: value ?? 0 });
  switch (measure) {
    case 'visibility':
      return { n: 1, y: named };
    case 'sentiment':
      return ifKnown(read.sentiment);
    case 'position':
      return ifKnown(run.position);
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

export const promptOf = ({ brandId, prompt }: KnownRun) => `${brandId} ${prompt}`;

/** Order of two values, null last in any direction. */
export function compared(a: Value | number, b: Value | number, direction: 'asc' | 'desc'): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const order = typeof a === 'string' ? bytes(a, b as string) : Number(a) - Number(b);
  return direction === 'asc' ? order : -order;
}
