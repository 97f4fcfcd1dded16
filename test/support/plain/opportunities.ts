import { DAY_MS } from '../../../src/base/definitions.ts';
import type { Filter } from '../../../src/reports/breakdown/request.ts';
import type { FoundOpportunity } from '../../../src/reports/opportunities/opportunities.ts';
import type { DateRange } from '../../../src/reports/range.ts';
import { excessByChance } from '../../../src/reports/uncertainty/excess.ts';
import { holdTogether } from '../../../src/reports/uncertainty/false-discoveries.ts';
import { shareInterval } from '../../../src/reports/uncertainty/levels.ts';
import { type Count, changeOf, daySums, type Fact, type Json, promptSums, promptsOf } from './changes.ts';
import { domainOf, passes, typeOf, valuesOf } from './filters.ts';
import { bandOf, bytes, type Known, type KnownRun, mentionsOf, rounded, sum } from './reports.ts';

const KINDS = ['SOURCE', 'PROMPT', 'CRITICISM', 'OWN_PAGE'];

type Shown = Omit<FoundOpportunity, 'id' | 'is_certain'> & { isCertain: boolean };
interface Candidate {
  kind: FoundOpportunity['kind'];
  reason: FoundOpportunity['reason'];
  subject: string;
  /** All answers of the subject, and those that count as evidence. */
  all: KnownRun[];
  concerned: KnownRun[];
  bounds: { low: number | null; high: number | null };
  byChance: number | null;
  change: Json | null;
}

const dayOf = ({ executedAt }: KnownRun) => executedAt.slice(0, 10);
const shiftedBy = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const isNamed = ({ position }: KnownRun) => position !== null;
const isNegative = ({ sentiment }: KnownRun) => bandOf(sentiment) === 'NEGATIVE';

/** A brand's opportunities as the guide words them, in plain loops over all answers. */
export function plainOpportunities(
  known: Known,
  { brand, range, filters }: { brand: string; range: DateRange; filters: readonly Filter[] },
): { found: Shown[]; tested: Record<string, number> } {
  const answers = known.runs.filter((run) => {
    const values = valuesOf(run, null, dayOf(run), known);
    return run.brandId === brand && filters.every((filter) => passes(values[filter.field] ?? null, filter));
  });
  const inRange = answers.filter((run) => dayOf(run) >= range.start && dayOf(run) <= range.end);
  const competitors = known.competitors.filter(({ brandId }) => brandId === brand);
  const candidates = [
    ...lostPrompts(answers, inRange, range),
    ...(competitors.length === 0 ? [] : prompts(inRange).map((all) => never(all, inRange, competitors))),
    ...sources(inRange, withEarlier(answers, range), known),
    ...prompts(inRange).flatMap((all) => criticism(all, inRange)),
    ...ownPages(inRange, known),
  ].filter(({ byChance }) => byChance !== null);
  const holds = holdTogether(
    candidates.map(({ byChance }) => byChance as number),
    candidates.length,
  );
  const seen = new Set<string>();
  const found = [true, false].flatMap((isCertain) =>
    candidates
      .filter(
        ({ concerned, byChance }, at) =>
          holds[at] === isCertain && concerned.length > 0 && (isCertain || (byChance as number) < 0.5),
      )
      .filter(({ kind, subject }) => {
        const key = `${kind} ${subject}`;
        return !seen.has(key) && seen.add(key);
      })
      .map((candidate) => shownOf(candidate, inRange, isCertain, known))
      .sort(
        (a, b) =>
          b.answer_count - a.answer_count ||
          KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
          b.subject_total - a.subject_total ||
          bytes(a.subject, b.subject),
      ),
  );
  const tested = Object.fromEntries(
    KINDS.map((kind) => [kind, candidates.filter((each) => each.kind === kind).length]),
  );
  return { found, tested };
}

function shownOf(candidate: Candidate, inRange: KnownRun[], isCertain: boolean, known: Known): Shown {
  const { kind, reason, subject, all, concerned, bounds, byChance, change } = candidate;
  const brandId = (all[0] as KnownRun).brandId;
  const { id, name } = known.brands.find((each) => each.id === brandId)!;
  return {
    ...{ kind, reason, brand: { id, name }, subject },
    source_type: kind === 'SOURCE' ? usualType(subject, all, known) : null,
    at_stake: rounded(10_000 * concerned.length, inRange.length) as number,
    ...{ at_stake_low: bounds.low, at_stake_high: bounds.high },
    ...{ answer_count: concerned.length, subject_total: all.length },
    by_chance: byChance as number,
    change: change as Shown['change'],
    competitors: most(
      concerned.flatMap(({ rivals }) => rivals.map(({ id: rival }) => rival)),
      (rival) => known.competitors.find((each) => each.id === rival)?.name ?? '',
    ).map(([rival, answer_count]) => ({
      id: rival,
      name: known.competitors.find((each) => each.id === rival)?.name ?? '',
      answer_count,
    })),
    pages:
      kind === 'SOURCE'
        ? most(concerned.flatMap((run) => urlsOf(run).filter((url) => domainOf(url) === subject))).map(
            ([url, answer_count]) => ({ url, answer_count }),
          )
        : [],
    sentences: kind === 'CRITICISM' ? sentencesOf(concerned, name, known) : [],
    run_ids: concerned
      .toSorted((a, b) => bytes(b.executedAt, a.executedAt) || bytes(b.id, a.id))
      .slice(0, 5)
      .map((run) => run.id),
    isCertain,
  };
}

/** The answers to each prompt that has enough of them. */
function prompts(answers: KnownRun[]): KnownRun[][] {
  return [...Map.groupBy(answers, ({ prompt }) => prompt).values()].filter(({ length }) => length >= 10);
}

function lostPrompts(answers: KnownRun[], inRange: KnownRun[], range: DateRange): Candidate[] {
  const days = (Date.parse(range.end) - Date.parse(range.start)) / DAY_MS + 1;
  const before = { start: shiftedBy(range.start, -days), end: shiftedBy(range.start, -1) };
  return prompts(inRange).flatMap((all) => {
    const [{ prompt: subject }] = all as [KnownRun];
    const own = answers.filter((run) => run.prompt === subject);
    const facts = own.map((run): Fact => {
      const ago = (Date.parse(before.start) - Date.parse(dayOf(run))) / DAY_MS;
      return {
        ...{ run, mention: null, values: {}, isCurrent: dayOf(run) >= range.start },
        past: ago > 0 ? Math.ceil(ago / 28) : null,
      };
    });
    const of = (first: string, last: string) =>
      facts.filter(({ run }) => dayOf(run) >= first && dayOf(run) <= last);
    const previous = of(before.start, before.end);
    const ranges = {
      ...{ current: of(range.start, range.end), previous },
      past: of(shiftedBy(before.start, -56), shiftedBy(before.start, -1)),
    };
    const count: Count = ({ run }) => ({ n: 1, y: Number(isNamed(run)) });
    const { verdict, byChance } = changeOf(ranges, count, null, true);
    const { verdict: word, points, low, high } = verdict;
    if (!['up', 'down', 'within_noise'].includes(word as string)) return [];
    const change = {
      ...{ points, low, high, previous_total: previous.length },
      previous_count: previous.filter(({ run }) => isNamed(run)).length,
    };
    const missed = ofPrompt(
      all,
      inRange,
      () => 1,
      (run) => !isNamed(run),
    );
    return [
      {
        ...missed,
        ...{ kind: 'PROMPT' as const, reason: 'LOST' as const },
        byChance: word === 'down' ? byChance : 1,
        change: word === 'down' ? change : null,
      },
    ];
  });
}

function never(all: KnownRun[], inRange: KnownRun[], competitors: Known['competitors']): Candidate {
  const names = (run: KnownRun, id: string) => run.rivals.some((rival) => rival.id === id);
  const [leader] = competitors
    .map((each) => ({ ...each, named: all.filter((run) => names(run, each.id)).length }))
    .filter(({ named }) => named > 0)
    .sort((a, b) => b.named - a.named || bytes(a.name, b.name) || bytes(a.id, b.id));
  const ahead = (run: KnownRun) => Number(leader ? names(run, leader.id) : false) - Number(isNamed(run));
  const days = daySums(all.map(factOf), ({ run }) => ({ n: 1, y: ahead(run) }));
  const independent = all.filter((run) => ahead(run) !== 0).length + 1;
  const byChance = excessByChance({ prompts: promptSums([days]), days, independent });
  const isNever = 20 * all.filter(isNamed).length <= all.length;
  return {
    ...ofPrompt(
      all,
      inRange,
      () => 1,
      (run) => !isNamed(run),
    ),
    ...{ kind: 'PROMPT', reason: 'NEVER', change: null },
    byChance: byChance === null ? null : isNever ? Math.min(1, byChance * competitors.length) : 1,
  };
}

function criticism(all: KnownRun[], inRange: KnownRun[]): Candidate[] {
  const isScored = ({ sentiment }: KnownRun) => sentiment !== null;
  const [{ prompt }] = all as [KnownRun];
  const others = inRange.filter((run) => isScored(run) && run.prompt !== prompt);
  const scored = all.filter(isScored);
  if (scored.length < 10 || others.length === 0) return [];
  const days = daySums(all.map(factOf), ({ run }) => ({
    n: Number(isScored(run)),
    y: Number(isNegative(run)),
  }));
  const expected = (others.filter(isNegative).length + 1) / (others.length + 2);
  const independent = scored.length * expected * (1 - expected) * (1 + scored.length / others.length);
  return [
    {
      ...ofPrompt(scored, inRange, () => 1, isNegative),
      ...{ kind: 'CRITICISM', reason: null, change: null },
      byChance: excessByChance({ prompts: promptSums([days]), days, independent }, expected),
    },
  ];
}

function ofPrompt(
  all: KnownRun[],
  inRange: KnownRun[],
  n: () => number,
  isConcerned: (run: KnownRun) => boolean,
): Pick<Candidate, 'subject' | 'all' | 'concerned' | 'bounds'> {
  const ofDays = [...Map.groupBy(all, dayOf).values()].map((own) => ({
    n: sum(own.map(n)),
    y: own.filter(isConcerned).length,
  }));
  const { low, high } = shareInterval(promptSums(ofDays));
  const part = all.length / inRange.length;
  return {
    ...{ subject: (all[0] as KnownRun).prompt, all, concerned: all.filter(isConcerned) },
    bounds:
      low === null || high === null
        ? { low: null, high: null }
        : { low: Math.floor(low * part * 100) / 100, high: Math.ceil(high * part * 100) / 100 },
  };
}

/** The answers of the range, and of as many days before. */
function withEarlier(answers: KnownRun[], { start, end }: DateRange): KnownRun[] {
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
  return answers.filter((run) => dayOf(run) >= shiftedBy(start, -days) && dayOf(run) <= end);
}

function sources(inRange: KnownRun[], both: KnownRun[], known: Known): Candidate[] {
  const isOthers = (run: KnownRun, url: string) =>
    !['BRAND_SITE', 'COMPETITOR_SITE'].includes(typeOf(run, url, known));
  const domainsOf = (run: KnownRun) =>
    [
      ...new Set(
        urlsOf(run)
          .filter((url) => isOthers(run, url))
          .map(domainOf),
      ),
    ] as string[];
  return items(inRange, domainsOf).map(({ item, all }) => {
    const strata = Map.groupBy(both, ({ prompt, platform }) => JSON.stringify([prompt, platform]));
    const citing = new Set(both.filter((run) => domainsOf(run).includes(item)));
    const scores = new Map<KnownRun, { n: number; y: number }>();
    let independent = 0;
    for (const own of strata.values()) {
      const [n, named] = [own.length, own.filter(isNamed).length];
      const cited = own.filter((run) => citing.has(run)).length;
      if (cited === 0) continue;
      for (const run of own) {
        const apart = Number(citing.has(run)) - cited / n;
        scores.set(run, { n: apart ** 2, y: apart * (named / n - Number(isNamed(run))) });
      }
      if (n > 1) independent += (cited * (n - cited) * named * (n - named)) / (n * n * (n - 1));
    }
    const facts = [...scores.keys()].map(factOf);
    const count: Count = ({ run }) => scores.get(run)!;
    const byPrompt = [...promptsOf(facts, count).values()].filter(({ n }) => n > 1e-9);
    const days = daySums(facts, count);
    return {
      ...itemOf('SOURCE', item, all, inRange, (run) => !isNamed(run) && run.rivals.length > 0),
      byChance: excessByChance({ prompts: promptSums(byPrompt), days, independent }),
    };
  });
}

function ownPages(inRange: KnownRun[], known: Known): Candidate[] {
  const own = (run: KnownRun) => urlsOf(run).filter((url) => typeOf(run, url, known) === 'BRAND_SITE');
  return items(inRange, own).map(({ item, all }) => {
    const count: Count = ({ run }) => ({ n: 1, y: Number(!isNamed(run)) });
    const facts = all.map(factOf);
    const byPrompt = promptSums([...promptsOf(facts, count).values()]);
    const scored = { prompts: byPrompt, days: daySums(facts, count), independent: all.length * 0.1 * 0.9 };
    return {
      ...itemOf('OWN_PAGE', item, all, inRange, (run) => !isNamed(run)),
      byChance: excessByChance(scored, 0.1),
    };
  });
}

function itemOf(
  kind: 'SOURCE' | 'OWN_PAGE',
  subject: string,
  all: KnownRun[],
  inRange: KnownRun[],
  isConcerned: (run: KnownRun) => boolean,
): Omit<Candidate, 'byChance'> {
  const concerned = all.filter(isConcerned);
  const isOfThem = new Set(concerned);
  const count: Count = ({ run }) => ({ n: 1, y: Number(isOfThem.has(run)) });
  const { low, high } = shareInterval(promptSums([...promptsOf(inRange.map(factOf), count).values()]));
  return { kind, reason: null, subject, all, concerned, bounds: { low, high }, change: null };
}

/** What is found in at least five answers, with these. */
function items(inRange: KnownRun[], of: (run: KnownRun) => string[]): { item: string; all: KnownRun[] }[] {
  const found = [...new Set(inRange.flatMap(of))];
  return found
    .map((item) => ({ item, all: inRange.filter((run) => of(run).includes(item)) }))
    .filter(({ all }) => all.length >= 5);
}

function sentencesOf(concerned: KnownRun[], name: string, known: Known): FoundOpportunity['sentences'] {
  const [worst] = concerned
    .filter((run) => mentionsOf(run, known.corrections).length > 0)
    .sort((a, b) => (a.sentiment as number) - (b.sentiment as number) || bytes(a.id, b.id));
  if (!worst) return [];
  return [{ text: `It is ${name}.`, run_id: worst.id, sentiment: (worst.sentiment as number) / 100 }];
}

function usualType(domain: string, all: KnownRun[], known: Known): string {
  const types = all.flatMap((run) =>
    urlsOf(run)
      .filter((url) => domainOf(url) === domain)
      .map((url) => typeOf(run, url, known)),
  );
  return most(types)[0]?.[0] as string;
}

/** The three most frequent ones. */
function most(values: string[], nameOf = (value: string) => value): [string, number][] {
  return [...Map.groupBy(values, (value) => value)]
    .map(([value, all]): [string, number] => [value, all.length])
    .sort(([a, most], [b, other]) => other - most || bytes(nameOf(a), nameOf(b)) || bytes(a, b))
    .slice(0, 3);
}

const urlsOf = (run: KnownRun) => [...new Set(run.citations.map(({ pageUrl }) => pageUrl))];
const factOf = (run: KnownRun): Fact => ({ run, mention: null, values: {}, isCurrent: true, past: null });
