import type { ItemReport } from '../../../src/reports/breakdown/items.ts';
import type { Breakdown, Filter } from '../../../src/reports/breakdown/request.ts';
import { shareInterval } from '../../../src/reports/uncertainty/levels.ts';
import {
  type Count,
  changeOf,
  compared,
  type Fact,
  type Json,
  promptOf,
  promptSums,
  promptsOf,
  type Row,
  sharesOf,
} from './changes.ts';
import { domainOf, passes, typeOf, type Value } from './filters.ts';
import { bytes, type Known, type KnownRun, pagesOf, rounded, sum } from './reports.ts';

/** What an answer has, with the values that keys, dimensions and filters look at. */
type Item = Record<string, Value>;

/** The rows of the reports on what is found in answers: sources, and searches. */
export function itemRows(
  report: ItemReport,
  facts: Fact[],
  brands: Known['brands'],
  known: Known,
  breakdown: Breakdown,
): Row[] {
  const { dimensions, filters, compareTo, by, include } = breakdown;
  const asked = (dimensions ?? []).filter((each) => each !== 'brand');
  const isOfItem = (name: string) => ['source_type', 'page_type', 'domain', 'url', 'search'].includes(name);
  const chosen = filters.filter(({ field }) => isOfItem(field));
  const all = (run: KnownRun) => itemsOf(report, run, known);
  const kept = (run: KnownRun) =>
    all(run).filter((item) => chosen.every((filter) => passes(item[filter.field] as Value, filter)));
  const groupOf = ({ run, values }: Fact) =>
    JSON.stringify([run.brandId, ...asked.filter((name) => !isOfItem(name)).map((name) => values[name])]);
  const answers = Map.groupBy(facts, groupOf);
  const keyOf = (item: Item) =>
    JSON.stringify([...asked.filter(isOfItem), by as string].map((name) => item[name]));
  const rows = [...answers.values()].flatMap((group) => {
    const inRange = group.filter(({ past }) => past === null);
    const found = new Map(inRange.flatMap(({ run }) => kept(run)).map((item) => [keyOf(item), item]));
    return [...found].map(([key, item]): Row => {
      const [{ run: one, values }] = group as [Fact];
      const own = (run: KnownRun) => kept(run).filter((other) => keyOf(other) === key);
      const has = (run: KnownRun) => own(run).length > 0;
      const of = (isCurrent: boolean) =>
        inRange.filter((fact) => fact.isCurrent === isCurrent).map(({ run }) => run);
      const [current, previous] = [of(true), of(false)];
      const brand = brands.find(({ id }) => id === one.brandId) as Known['brands'][number];
      const measures = measuresOf(report, current, { own, all }, known);
      const keys = asked.map((name) => (isOfItem(name) ? item[name] : values[name]) as Value);
      const shown = asked.map((name, at) => [name, name === 'query' ? { queryText: keys[at] } : keys[at]]);
      // What describes a row is of its own range, where that has it.
      const described = usualOf(by as string, (current.some(has) ? current : previous).flatMap(own), item);
      for (const name of asked) delete described[name];
      const cited = current.filter(has);
      const ranges = {
        current: group.filter(({ past, isCurrent }) => past === null && isCurrent),
        previous: group.filter(({ past, isCurrent }) => past === null && !isCurrent),
        past: group.filter(({ past }) => past !== null),
      };
      const json: Json = {
        brand: { id: brand.id, name: brand.name },
        ...(asked.length > 0 ? { dimensions: Object.fromEntries(shown) } : {}),
        ...described,
        ...measures,
        ...(include.includes('intervals') ? boundsOf(ranges.current, has) : {}),
        ...(include.includes('coverage') ? { coverage: coverageOf(cited) } : {}),
        ...(include.includes('competitors') ? { competitors: namedIn(cited, known) } : {}),
        ...(include.includes('evidence') ? { evidence: { run_ids: latestOf(cited) } } : {}),
        ...(compareTo
          ? {
              previous: previous.length === 0 ? null : measuresOf(report, previous, { own, all }, known),
              change: changeOf(ranges, countOf(has), null, false).json,
            }
          : {}),
      };
      const named = Object.fromEntries(asked.map((name, at) => [name, keys[at] as Value]));
      const fields = { ...named, [by as string]: item[by as string], brand: brand.name, ...measures };
      return { json, brandId: brand.id, keys, fields: fields as Row['fields'] };
    });
  });
  return rows.sort((a, b) => {
    const byKeys = a.keys
      .map((key, at) => compared(key, b.keys[at] as Value, 'asc'))
      .find((order) => order !== 0);
    const item = by as string;
    return (
      byKeys ||
      compared(a.fields['answer_count'] as number, b.fields['answer_count'] as number, 'desc') ||
      bytes(a.fields['brand'] as string, b.fields['brand'] as string) ||
      bytes(a.brandId as string, b.brandId as string) ||
      compared(a.fields[item] as Value, b.fields[item] as Value, 'asc')
    );
  });
}

/** Whether an answer names one of the competitors, by id or name. */
export function competitorsPass({ rivals }: KnownRun, { competitors }: Known, filter: Filter): boolean {
  const named = competitors.filter(({ id }) => rivals.some((rival) => rival.id === id));
  if (filter.operator === 'contains') return named.some(({ name }) => passes(name, filter));
  const found = named.some(({ id, name }) => filter.values.includes(id) || filter.values.includes(name));
  return found === (filter.operator === 'in');
}

/** The sources that an answer cites, each once; or what was searched for, as often as it was. */
function itemsOf(report: ItemReport, run: KnownRun, known: Known): Item[] {
  if (report === 'reportSearches') return (run.searches ?? []).map((search) => ({ search }));
  return pagesOf(run).map(({ pageUrl, title, pageType }) => ({
    url: pageUrl,
    domain: domainOf(pageUrl),
    title,
    source_type: typeOf(run, pageUrl, known),
    page_type: pageType,
  }));
}

function measuresOf(
  report: ItemReport,
  answers: KnownRun[],
  { own, all }: Record<'own' | 'all', (run: KnownRun) => Item[]>,
  known: Known,
): Json {
  const having = answers.filter((run) => own(run).length > 0);
  const named = having.filter(({ position }) => position !== null).length;
  const items = sum(having.map((run) => own(run).length));
  const ofAnswers = {
    answer_share: rounded(10_000 * having.length, answers.length),
    answer_count: having.length,
    answer_total: answers.length,
  };
  const ofBrand = { brand_share: rounded(10_000 * named, having.length), brand_count: named };
  if (report === 'reportSearches') {
    const ownSite = having.filter((run) =>
      run.citations.some(({ pageUrl }) => typeOf(run, pageUrl, known) === 'BRAND_SITE'),
    );
    return {
      ...ofAnswers,
      search_count: items,
      ...ofBrand,
      own_site_share: rounded(10_000 * ownSite.length, having.length),
      own_site_count: ownSite.length,
    };
  }
  const total = sum(answers.map((run) => all(run).length));
  const rivalled = having.filter(({ rivals }) => rivals.length > 0);
  const gaps = rivalled.filter(({ position }) => position === null).length;
  return {
    ...ofAnswers,
    citation_share: rounded(10_000 * items, total),
    citation_count: items,
    citation_total: total,
    ...ofBrand,
    competitor_count: rivalled.length,
    gap_share: rounded(10_000 * gaps, having.length),
    gap_count: gaps,
  };
}

/** What describes a row: of what its items say differently, that of most, the first of as many. */
function usualOf(by: string, items: Item[], { domain, url, search }: Item): Json {
  if (by === 'search') return { search };
  const most = (name: string) =>
    [...Map.groupBy(items, (item) => item[name] as Value)].sort(
      ([a, one], [b, other]) => other.length - one.length || compared(a, b, 'asc'),
    )[0]?.[0];
  return {
    domain,
    ...(by === 'url' ? { url, title: most('title') } : {}),
    source_type: most('source_type'),
    page_type: most('page_type'),
  };
}

/** Counts the answers that have what is looked for. */
const countOf =
  (has: (run: KnownRun) => boolean): Count =>
  ({ run }) => ({ n: 1, y: Number(has(run)) });

function boundsOf(facts: Fact[], has: (run: KnownRun) => boolean): Json {
  const interval = shareInterval(promptSums([...promptsOf(facts, countOf(has)).values()]));
  return {
    answer_share_low: interval.low,
    answer_share_high: interval.high,
    answer_share_effective_total: interval.effectiveTotal,
    answer_share_quality: interval.quality,
  };
}

function coverageOf(runs: KnownRun[]): Json {
  const days = [...new Set(runs.map(({ executedAt }) => executedAt.slice(0, 10)))].sort();
  return {
    first_day: days[0] ?? null,
    last_day: days.at(-1) ?? null,
    days: days.length,
    prompts: new Set(runs.map(promptOf)).size,
    platforms: new Set(runs.map(({ platform }) => platform)).size,
    ...sharesOf(runs),
  };
}

function namedIn(runs: KnownRun[], { competitors }: Known): Json[] {
  return competitors
    .map(({ id, name }) => ({
      id,
      name,
      answer_count: runs.filter(({ rivals }) => rivals.some((rival) => rival.id === id)).length,
    }))
    .filter(({ answer_count }) => answer_count > 0)
    .sort((a, b) => b.answer_count - a.answer_count || bytes(a.name, b.name) || bytes(a.id, b.id))
    .slice(0, 10)
    .map((rival) => ({ ...rival, answer_share: rounded(10_000 * rival.answer_count, runs.length) }));
}

function latestOf(runs: KnownRun[]): string[] {
  return runs
    .toSorted((a, b) => bytes(b.executedAt, a.executedAt) || bytes(b.id, a.id))
    .slice(0, 20)
    .map(({ id }) => id);
}
