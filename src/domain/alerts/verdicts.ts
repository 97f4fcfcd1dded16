import type { AlertEvidence } from './alerts.ts';
import {
  type Cell,
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

/** The counts of a version of an organisation's data. */
export interface AlertData {
  /** The snapshot's; `live` for Postgres itself. */
  snapshotId: string;
  rows(
    measure: 'runs' | 'mentions',
    parameters: {
      brand: string;
      platform: string | null;
      competitor: string | null;
      start: string;
      end: string;
    },
  ): Promise<Record<string, string | number>[]>;
}

export interface Competitor {
  id: string;
  name: string;
}

/** What the numbers say of a rule. */
export interface Verdict {
  /** At the threshold or beyond, and not by chance. */
  isTriggered: boolean;
  /** Clearly away from the threshold: an alert is over at once. */
  isOver: boolean;
  message: string;
  evidence: AlertEvidence;
  /** The competitor it is about. */
  competitorId: string | null;
}

/** A mean sentiment this far above the threshold is clearly above it. */
const CLEARLY_ABOVE = 2.5;
const DAY_MS = 86_400_000;
/** Of a threshold that is not reached. */
const UNTESTED: Test = { method: 'none', pValue: 1 };

/**
 * Judges a rule by the whole days before `today`. A competitor rule judges each of the competitors and keeps the
 * one with the least chance of being none.
 * @param today YYYY-MM-DD (UTC), the first day that the data does not hold whole
 * @param competitors those the rule may be about
 * @returns null where there is nothing to judge by: no answers in a window that is needed, or no competitor.
 */
export async function judge(
  rule: AlertRule,
  data: AlertData,
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

/** The counts a rule asks for, by days before today. */
class Measured {
  readonly #rule: AlertRule;
  readonly #data: AlertData;
  readonly #today: number;
  readonly windows: Windows;

  constructor(rule: AlertRule, data: AlertData, today: string, windows: Windows) {
    this.#rule = rule;
    this.#data = data;
    this.#today = Date.parse(today);
    this.windows = windows;
  }

  get snapshotId(): string {
    return this.#data.snapshotId;
  }

  async runs(competitor: string | null): Promise<(Cell & SentimentCell)[]> {
    const rows = await this.#rows('runs', competitor);
    return rows.map((row) => ({
      queryId: String(row['queryId']),
      daysAgo: this.#daysAgo(String(row['day'])),
      runs: Number(row['runs']),
      named: Number(row['named']),
      scored: Number(row['scored']),
      sum: Number(row['sentimentSum']) / 100,
    }));
  }

  async mentions(): Promise<{ daysAgo: number; mentions: number }[]> {
    const rows = await this.#rows('mentions', null);
    return rows.map((row) => ({
      daysAgo: this.#daysAgo(String(row['day'])),
      mentions: Number(row['mentions']),
    }));
  }

  /** First and last day of a window: 0 is the current one, 1 the one before. */
  days(block: number): { startDate: string; endDate: string } {
    const last = 1 + block * this.windows.step;
    return { startDate: this.#day(last + this.windows.windowDays - 1), endDate: this.#day(last) };
  }

  #rows(measure: 'runs' | 'mentions', competitor: string | null) {
    const { brandId: brand, platform } = this.#rule;
    const start = this.#day(this.windows.historyDays);
    return this.#data.rows(measure, { brand, platform, competitor, start, end: this.#day(1) });
  }

  #day(daysAgo: number): string {
    return new Date(this.#today - daysAgo * DAY_MS).toISOString().slice(0, 10);
  }

  #daysAgo(day: string): number {
    return Math.round((this.#today - Date.parse(day)) / DAY_MS);
  }
}

/** Two windows as shares of answers; null where one holds none. */
function shares(measured: Measured, cells: readonly Cell[]) {
  const [current, previous] = [0, 1].map((block) => {
    const { count, total } = shareIn(cells, block, measured.windows);
    return { ...measured.days(block), value: total === 0 ? 0 : percent(count, total), count, total };
  }) as [Window, Window];
  if (current.total === 0 || previous.total === 0) return null;
  // Not of the rounded values: 1e-9 forgives what binary fractions add.
  const points = 100 * (current.count / current.total - previous.count / previous.total);
  return { current, previous, points, reaches: (some: number) => Math.abs(points) >= some - 1e-9 };
}

type Window = AlertEvidence['current'] & { value: number };

async function judgeDrop(rule: AlertRule, measured: Measured): Promise<Verdict | null> {
  const cells = await measured.runs(null);
  const two = shares(measured, cells);
  if (!two) return null;
  const { current, previous, points } = two;
  const test = points < 0 && two.reaches(rule.threshold) ? testDrop(cells, measured.windows) : UNTESTED;
  return {
    isTriggered: test.pValue <= LEVEL,
    isOver: points >= 0 || !two.reaches(rule.threshold / 2),
    message: `Visibility fell from ${previous.value} % to ${current.value} %.`,
    evidence: evidenceOf(rule, measured, current, previous, test),
    competitorId: null,
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
    const two = shares(measured, cells);
    if (!two) continue;
    const { current, previous, points } = two;
    const reaches = two.reaches(rule.threshold);
    const { method, pValue } = reaches
      ? testDrop(points < 0 ? cells : inverted(cells), measured.windows)
      : UNTESTED;
    // Up or down, and so many competitors: each is another chance of a false alarm (Bonferroni).
    const corrected = Math.min(1, pValue * 2 * competitors.length);
    const verdict: Verdict = {
      isTriggered: corrected <= LEVEL,
      isOver: !two.reaches(rule.threshold / 2),
      message: `Visibility of ${name} ${points < 0 ? 'fell' : 'rose'} from ${previous.value} % to ${current.value} %.`,
      evidence: evidenceOf(rule, measured, current, previous, { method, pValue: corrected }),
      competitorId: id,
    };
    if (least === null || pValue < least.pValue) least = { verdict, pValue };
  }
  return least?.verdict ?? null;
}

async function judgeSentiment(rule: AlertRule, measured: Measured): Promise<Verdict | null> {
  const { windows } = measured;
  const cells = await measured.runs(null);
  const [current, previous] = [0, 1].map((block) => {
    const mean = meanSentiment(cells, block, windows);
    const { total } = shareIn(cells, block, windows);
    const { count } = shareIn(
      cells.map((cell) => ({ ...cell, named: cell.scored })),
      block,
      windows,
    );
    return { ...measured.days(block), value: mean === null ? null : hundredths(mean), count, total };
  }) as [AlertEvidence['current'], AlertEvidence['current']];
  const mean = meanSentiment(cells, 0, windows);
  if (mean === null) return null;
  const test = mean <= rule.threshold + 1e-9 ? testLow(cells, windows, rule.threshold) : UNTESTED;
  return {
    isTriggered: test.pValue <= LEVEL,
    isOver: mean > rule.threshold + CLEARLY_ABOVE,
    message: `The mean sentiment is ${current.value}, which is ${rule.threshold} or lower.`,
    evidence: evidenceOf(rule, measured, current, previous, test),
    competitorId: null,
  };
}

async function judgeMentions(rule: AlertRule, measured: Measured): Promise<Verdict | null> {
  const cells = await measured.runs(null);
  const byDay = await measured.mentions();
  const [current, previous] = [0, 1].map((block) => {
    const { total } = shareIn(cells, block, measured.windows);
    const days = byDay.map(({ daysAgo, mentions }) => ({ queryId: '', daysAgo, runs: 0, named: mentions }));
    const { count } = shareIn(days, block, measured.windows);
    return { ...measured.days(block), value: count, count, total };
  }) as [Window, Window];
  if (current.total === 0) return null;
  return {
    isTriggered: current.count >= rule.threshold,
    isOver: current.count < rule.threshold / 2,
    message: `${current.count} new mentions from ${current.startDate} to ${current.endDate}.`,
    evidence: evidenceOf(rule, measured, current, previous, null),
    competitorId: null,
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

/** As the reports round: two decimals, half up, in whole numbers. */
function percent(count: number, total: number): number {
  return Math.floor((20_000 * count + total) / (2 * total)) / 100;
}

function hundredths(mean: number): number {
  return Math.round((mean + 1e-9) * 100) / 100;
}
