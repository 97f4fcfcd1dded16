import { randomFrom } from '../../../bench/intervals/clustered-runs.ts';
import { DAY_MS } from '../../../src/base/definitions.ts';
import type { DateRange } from '../../../src/reports/range.ts';
import type { Known, KnownRun } from '../plain/reports.ts';

/** What answers of a simulated brand are like. */
export interface SimulatedKind {
  prompts: number;
  platforms: number;
  /** Standard deviation of what moves all prompts of a day, in logits; it is alike by 0.8 from day to day. */
  dayShock: number;
  /** The part of answers that are as the day before. */
  persistence: number;
  /** Whether two sources, a lost prompt, one never had and one with criticism are among them. */
  hasEffects: boolean;
}

const DAYS = 30;
const HISTORY = 56;
const DOMAINS = 25;
const RIVALS = ['k0', 'k1', 'k2'];
const END = Date.parse('2026-01-31');

const share = (logit: number) => 1 / (1 + Math.exp(-logit));
const logit = (value: number) => Math.log(value / (1 - value));

/** Answers of a brand in which only what `truth` names can be found: `PROMPT prompt 1`. */
export function simulatedBrand(
  { prompts, platforms, dayShock, persistence, hasEffects }: SimulatedKind,
  seed: number,
): { known: Known; range: DateRange; truth: Set<string> } {
  const random = randomFrom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const is = (probability: number) => random() < probability;
  const all = 2 * DAYS + HISTORY;
  const dayOf = (day: number) => new Date(END - (all - 1 - day) * DAY_MS).toISOString().slice(0, 10);
  const shocks = () => {
    let shock = normal() * dayShock;
    return Array.from({ length: all }, () => {
      shock = 0.8 * shock + 0.6 * dayShock * normal();
      return shock;
    });
  };
  const [own, ofRivals] = [shocks(), RIVALS.map(shocks)];
  const domains = Array.from({ length: DOMAINS }, () => ({
    shocks: shocks(),
    platforms: Array.from({ length: platforms }, normal),
  }));
  const runs: KnownRun[] = [];
  for (let prompt = 0; prompt < prompts; prompt += 1) {
    const base = logit(0.4) + normal();
    const [isNever, isLost, isCriticised] = [0, 1, 2].map((at) => hasEffects && prompt === at);
    const usual = domains.map(() => logit(0.2) + 0.7 * normal());
    const before = Array.from({ length: platforms }, () => ({ cited: [0], rivals: [''], isNamed: false }));
    for (let day = 0; day < all; day += 1)
      for (const [platform, last] of before.entries()) {
        if (day === 0 || !is(persistence)) {
          const shift = (platform - 1) / 2;
          last.cited = [...domains.keys()].filter((at) =>
            is(share(usual[at]! + domains[at]!.shocks[day]! + domains[at]!.platforms[platform]!)),
          );
          const harm = hasEffects ? last.cited.filter((at) => at < 2).length : 0;
          const lost = isLost && day >= all - DAYS ? 0.2 : 1;
          const rate = share(base + own[day]! + shift) * 0.4 ** harm * lost;
          last.isNamed = is(isNever ? 0.01 : rate);
          // Without an effect a competitor is named as often as the brand.
          const rivalBase = isNever ? logit(0.6) : base;
          last.rivals = RIVALS.filter((_, at) => is(share(rivalBase + ofRivals[at]![day]! + shift)));
        }
        const { cited, rivals, isNamed } = last;
        const isAgainst = is(isCriticised ? 0.6 : 0.15);
        runs.push({
          ...{ id: `${runs.length}`, queryId: '', queryText: `prompt ${prompt}`, prompt: `prompt ${prompt}` },
          ...{ platform: `P${platform}`, model: null, country: null, language: null, surface: null },
          ...{ searched: null, searches: null, citationsFrom: null },
          ...{ topic: null, tags: [], brandId: 'b', executedAt: `${dayOf(day)}T10:00:00.000Z`, reader: null },
          ...{
            unknown: false,
            position: isNamed ? 1 : null,
            sentiment: isNamed ? (isAgainst ? 3_000 : 6_000) : null,
          },
          rivals: rivals.map((id) => ({ id, position: 2, sentiment: null, reader: null })),
          citations: cited.map((at) => ({
            ...{
              url: `https://d${at}.example/x`,
              pageUrl: `https://d${at}.example/x`,
              title: null,
              sourceType: 'ARTICLE',
              pageType: null,
            },
          })),
        });
      }
  }
  const effects = ['SOURCE d0.example', 'SOURCE d1.example', 'PROMPT prompt 0', 'PROMPT prompt 1'];
  return {
    known: {
      brands: [{ id: 'b', name: 'B', archived: false }],
      competitors: RIVALS.map((id) => ({ id, name: id, brandId: 'b' })),
      runs,
      corrections: new Map(),
    },
    range: { start: dayOf(all - DAYS), end: dayOf(all - 1) },
    truth: new Set(hasEffects ? [...effects, 'CRITICISM prompt 2'] : []),
  };
}
