import { DAY_MS, rounded, roundedMean, today } from '../../base/definitions.ts';
import type { CountedData, DayCountParameters } from '../../reports/day-counts.ts';
import type { Reader } from '../../reports/rules.ts';
import type { ComparedSums } from '../../reports/uncertainty/changes.ts';
import type { AlertEvidence } from './alerts.ts';
import {
  type Cell,
  changeBetween,
  comparedOf,
  detectable,
  inverted,
  LEVEL,
  meanSentiment,
  type SentimentCell,
  shareIn,
  type Test,
  testDrop,
  testLow,
  type Windows,
  windowsOf,
} from './decisions.ts';
import type { AlertRule } from './rules.ts';

export interface Competitor {
  id: string;
  name: string;
}

/** The result of judging a rule by its data. */
export interface Verdict {
  /** Whether the numbers reach the threshold, and not by chance. */
  isTriggered: boolean;
  /** Whether they are clearly away from the threshold: an ACTIVE alert is then over at once. */
  isOver: boolean;
  message: string;
  evidence: AlertEvidence;
  /** The competitor that the message is about, if any. */
  competitorId: string | null;
  /** The smallest change that the rule detects, see `detectablePoints`. */
  detectablePoints: number | null;
}

/** A mean sentiment this far above the threshold counts as clearly away from it. */
const CLEARLY_ABOVE = 2.5;
/** Part of the message if the lexicon read more than half of the scores. */
const BY_RULES = 'Most of these scores were read by rules, not by a model.';
/** Tests of one competitor, which may rise or fall. */
const WAYS = 2;
/** The result if the threshold is not reached: nothing has to be tested. */
const UNTESTED: Test = { method: 'none', pValue: 1 };

/**
 * Judges a rule by the whole days before `today`. A rule on competitors judges each of them; the verdict is about the
 * one whose change is least likely by chance.
 * @param today YYYY-MM-DD (UTC), the first day that the data does not fully cover
 * @param competitors the competitors that the rule may be about
 * @returns null without data to judge by: no answers in a needed window, or no competitor
 */
export async function judge(
  rule: AlertRule,
  data: CountedData,
  today: string,
  competitors: readonly Competitor[],
): Promise<Verdict | null> {
  const windows = windowsOf(rule.windowDays);
  const measured = new Measured(rule, data, today, windows);
  switch (rule.type) {
    case 'VISIBILITY_DROP':
      return judgeDrop(rule, measured);
    case 'COMPETITOR_CHANGE':
      return judgeCompetitors(rule, measured, competitors);
    case 'NEGATIVE_SENTIMENT':
      return judgeSentiment(rule, measured);
    case 'NEW_MENTION':
      return judgeMentions(rule, measured);
  }
}

/**
 * The smallest change, in points, that a rule on visibility detects in four of five cases with the answers there are.
 * @returns null for other rules and those on any competitor, and with too few answers
 */
export async function detectablePoints(
  rule: Pick<AlertRule, 'type' | 'brandId' | 'platform' | 'competitorId' | 'windowDays'>,
  data: CountedData,
  today: string,
): Promise<number | null> {
  if (testsOf(rule) === null) return null;
  const measured = new Measured(rule, data, today, windowsOf(rule.windowDays));
  const cells = await measured.runs(rule.competitorId);
  return detects(rule, comparedOf(cells, measured.windows));
}

/** How many tests a rule makes of its changes; null for one of which no change is named. */
function testsOf({ type, competitorId }: Pick<AlertRule, 'type' | 'competitorId'>): number | null {
  if (type === 'COMPETITOR_CHANGE' && competitorId !== null) return WAYS;
  return type === 'VISIBILITY_DROP' ? 1 : null;
}

function detects(rule: Pick<AlertRule, 'type' | 'competitorId'>, compared: ComparedSums): number | null {
  const tests = testsOf(rule);
  return tests === null ? null : detectable(compared, tests);
}

/** The counts for judging a rule, with days counted back from today. */
class Measured {
  readonly #rule: Pick<AlertRule, 'brandId' | 'platform'>;
  readonly #data: CountedData;
  readonly #today: number;
  readonly windows: Windows;

  constructor(
    rule: Pick<AlertRule, 'brandId' | 'platform'>,
    data: CountedData,
    today: string,
    windows: Windows,
  ) {
    this.#rule = rule;
    this.#data = data;
    this.#today = Date.parse(today);
    this.windows = windows;
  }

  get snapshotId(): string {
    return this.#data.snapshotId;
  }

  /** @param competitor id of the competitor that `named` counts; null: the brand itself */
  async runs(competitor: string | null): Promise<(Cell & SentimentCell & Record<Reader, number>)[]> {
    const rows = await this.#data.rows('runs', this.#parameters(competitor));
    return rows.map(({ day, sentimentSum, ...counts }) => ({
      ...counts,
      daysAgo: this.#daysAgo(day),
      sum: sentimentSum / 100,
    }));
  }

  async mentions(): Promise<{ daysAgo: number; mentions: number }[]> {
    const rows = await this.#data.rows('mentions', this.#parameters(null));
    return rows.map(({ day, mentions }) => ({ daysAgo: this.#daysAgo(day), mentions }));
  }

  /** First and last day of a window, YYYY-MM-DD: 0 is the current one, 1 the one before. */
  days(block: number): { startDate: string; endDate: string } {
    const last = 1 + block * this.windows.step;
    return { startDate: this.#day(last + this.windows.windowDays - 1), endDate: this.#day(last) };
  }

  #parameters(competitor: string | null): DayCountParameters {
    const { brandId: brand, platform } = this.#rule;
    const start = this.#day(this.windows.historyDays);
    return { brand, platform, competitor, start, end: this.#day(1) };
  }

  #day(daysAgo: number): string {
    return today(new Date(this.#today - daysAgo * DAY_MS));
  }

  #daysAgo(day: string): number {
    return Math.round((this.#today - Date.parse(day)) / DAY_MS);
  }
}

/**
 * The share of answers that name the watched brand or competitor, in percent with 2 decimals, in the current window and
 * the one before.
 * @returns `points`, the change in percentage points; null if a window has no answers
 */
function shares(measured: Measured, cells: readonly Cell[]) {
  const shareOf = (block: 0 | 1) => {
    const { count, total } = shareIn(cells, block, measured.windows);
    return { ...measured.days(block), value: roundedMean(10_000 * count, total) ?? 0, count, total };
  };
  const [current, previous] = [shareOf(0), shareOf(1)];
  if (current.total === 0 || previous.total === 0) return null;
  // Computed from the counts, not from the rounded values. Binary fractions are off by less than 1e-9.
  const points = 100 * (current.count / current.total - previous.count / previous.total);
  return { current, previous, points, reaches: (threshold: number) => Math.abs(points) >= threshold - 1e-9 };
}

async function judgeDrop(rule: AlertRule, measured: Measured): Promise<Verdict | null> {
  const cells = await measured.runs(null);
  const change = shares(measured, cells);
  if (!change) return null;
  const { current, previous, points } = change;
  const compared = comparedOf(cells, measured.windows);
  const test = points < 0 && change.reaches(rule.threshold) ? testDrop(compared) : UNTESTED;
  return {
    isTriggered: test.pValue <= LEVEL,
    isOver: points >= 0 || !change.reaches(rule.threshold / 2),
    message: `Visibility fell from ${previous.value} % to ${current.value} %.`,
    evidence: { ...evidenceOf(rule, measured, current, previous, test), change: changeBetween(compared) },
    competitorId: null,
    detectablePoints: detects(rule, compared),
  };
}

async function judgeCompetitors(
  rule: AlertRule,
  measured: Measured,
  competitors: readonly Competitor[],
): Promise<Verdict | null> {
  let least: { verdict: Verdict; pValue: number } | null = null;
  for (const { id, name } of competitors) {
    const cells = await measured.runs(id);
    const change = shares(measured, cells);
    if (!change) continue;
    const { current, previous, points } = change;
    const { method, pValue } = change.reaches(rule.threshold)
      ? testDrop(comparedOf(points < 0 ? cells : inverted(cells), measured.windows))
      : UNTESTED;
    const corrected = Math.min(1, pValue * WAYS * competitors.length);
    const compared = comparedOf(cells, measured.windows);
    const verdict: Verdict = {
      isTriggered: corrected <= LEVEL,
      isOver: !change.reaches(rule.threshold / 2),
      message: `Visibility of ${name} ${points < 0 ? 'fell' : 'rose'} from ${previous.value} % to ${current.value} %.`,
      evidence: {
        ...evidenceOf(rule, measured, current, previous, { method, pValue: corrected }),
        change: changeBetween(compared),
      },
      competitorId: id,
      detectablePoints: detects(rule, compared),
    };
    if (least === null || pValue < least.pValue) least = { verdict, pValue };
  }
  return least?.verdict ?? null;
}

async function judgeSentiment(rule: AlertRule, measured: Measured): Promise<Verdict | null> {
  const { windows } = measured;
  const cells = await measured.runs(null);
  const scored = cells.map((cell) => ({ ...cell, named: cell.scored }));
  const sentimentOf = (block: 0 | 1) => {
    const mean = meanSentiment(cells, block, windows);
    const { count, total } = shareIn(scored, block, windows);
    return { ...measured.days(block), value: mean === null ? null : rounded(mean + 1e-9), count, total };
  };
  const [current, previous] = [sentimentOf(0), sentimentOf(1)];
  const mean = meanSentiment(cells, 0, windows);
  if (mean === null) return null;
  const test = mean <= rule.threshold + 1e-9 ? testLow(cells, windows, rule.threshold) : UNTESTED;
  const scoresOf = (reader: Reader) =>
    shareIn(
      cells.map((cell) => ({ ...cell, named: cell[reader] })),
      0,
      windows,
    ).count;
  const sentimentReaders = {
    LEXICON: scoresOf('LEXICON'),
    MODEL: scoresOf('MODEL'),
    SENT: scoresOf('SENT'),
    PERSON: scoresOf('PERSON'),
  };
  // Rules mistake a list of drawbacks, or irony, for praise more often than a model does, so the alert mentions them.
  const isByRules = 2 * sentimentReaders.LEXICON > current.count;
  return {
    isTriggered: test.pValue <= LEVEL,
    isOver: mean > rule.threshold + CLEARLY_ABOVE,
    message: `The mean sentiment is ${current.value}, which is ${rule.threshold} or lower.${isByRules ? ` ${BY_RULES}` : ''}`,
    evidence: { ...evidenceOf(rule, measured, current, previous, test), sentimentReaders },
    competitorId: null,
    detectablePoints: null,
  };
}

async function judgeMentions(rule: AlertRule, measured: Measured): Promise<Verdict | null> {
  const cells = await measured.runs(null);
  const byDay = (await measured.mentions()).map(({ daysAgo, mentions }) => ({
    daysAgo,
    runs: 0,
    named: mentions,
  }));
  const mentionsOf = (block: 0 | 1) => {
    const { total } = shareIn(cells, block, measured.windows);
    const { count } = shareIn(byDay, block, measured.windows);
    return { ...measured.days(block), value: count, count, total };
  };
  const [current, previous] = [mentionsOf(0), mentionsOf(1)];
  if (current.total === 0) return null;
  return {
    isTriggered: current.count >= rule.threshold,
    isOver: current.count < rule.threshold / 2,
    message: `${current.count} new mentions from ${current.startDate} to ${current.endDate}.`,
    evidence: evidenceOf(rule, measured, current, previous, null),
    competitorId: null,
    detectablePoints: null,
  };
}

function evidenceOf(
  { threshold }: AlertRule,
  { snapshotId }: Measured,
  current: AlertEvidence['current'],
  previous: AlertEvidence['current'],
  test: Test | null,
): AlertEvidence {
  const significance = test === null ? null : { ...test, level: LEVEL };
  return { current, previous, threshold, significance, snapshotId };
}
