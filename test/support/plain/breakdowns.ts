import { DAY_MS } from '../../../src/base/definitions.ts';
import { isItemField, isOfItems } from '../../../src/reports/breakdown/items.ts';
import { type Breakdown, type BrokenDown, isListReport } from '../../../src/reports/breakdown/request.ts';
import type { ReportParameters } from '../../../src/reports/reports.ts';
import { READERS, type Reader } from '../../../src/reports/rules.ts';
import { againstOthers } from '../../../src/reports/uncertainty/against-others.ts';
import { meanInterval, shareInterval } from '../../../src/reports/uncertainty/levels.ts';
import { methodOf } from '../../../src/reports/uncertainty/methods.ts';
import { POSITION_SCALE, SENTIMENT_SCALE } from '../../../src/reports/uncertainty/scales.ts';
import {
  type Compared,
  type Count,
  changeOf,
  compared,
  countedOf,
  type Fact,
  type Json,
  type Judged,
  judge,
  promptOf,
  promptSums,
  promptsOf,
  type Ranges,
  type Read,
  type Row,
  scaleOf,
  scoresOf,
  sharesOf,
  sumsOf,
} from './changes.ts';
import { brandPasses, domainOf, passes, shifted, tagsPass, type Value, valuesOf } from './filters.ts';
import { competitorsPass, itemRows } from './items.ts';
import {
  bandOf,
  bytes,
  type Known,
  type KnownMention,
  latest,
  mentionRow,
  mentionsOf,
  queryRow,
  rounded,
  sum,
} from './reports.ts';

/** A report with a breakdown as the contract words it, in plain loops over all runs: what engines must agree with. */
export function plainBreakdown(
  report: BrokenDown,
  known: Known,
  parameters: ReportParameters,
  breakdown: Breakdown,
): { data: Json[]; total: number } {
  const { brand, allowed, start, end, limit, offset } = parameters;
  const { dimensions, filters, having, orderBy, compareTo, sentimentReaders } = breakdown;
  const asked = <T extends Read>(read: T): T =>
    sentimentReaders === null || sentimentReaders.includes(read.reader as Reader)
      ? read
      : { ...read, sentiment: null, reader: null };
  const brands = known.brands
    .filter(({ id, archived }) => (brand === null ? !archived : id === brand))
    .filter(({ id }) => allowed === null || allowed.includes(id))
    .filter((each) => filters.every((filter) => filter.field !== 'brand' || brandPasses(each, filter)));
  const chosen = new Map(brands.map(({ id, name }) => [id, { id, name }]));
  const isWithin = (day: string, range: { start: string; end: string }) =>
    day >= range.start && day <= range.end;
  const earliest = compareTo && compareTo.start < start ? compareTo.start : start;
  const daysBefore = (day: string) => (Date.parse(earliest) - Date.parse(day)) / DAY_MS;
  const facts: Fact[] = known.runs
    .filter(({ brandId }) => chosen.has(brandId))
    .flatMap((run) => {
      const day = run.executedAt.slice(0, 10);
      const isCurrent = isWithin(day, { start, end });
      const isPast = compareTo !== null && daysBefore(day) > 0 && daysBefore(day) <= 56;
      if (!isCurrent && !isPast && !(compareTo && isWithin(day, compareTo))) return [];
      const past = isPast ? Math.ceil(daysBefore(day) / 28) : null;
      const mentions = report === 'reportMentions' ? mentionsOf(run, known.corrections) : [null];
      const rowDay = isCurrent || !compareTo ? day : shifted(day, compareTo.start, start);
      return mentions.map((one) => {
        const mention = one && asked(one);
        const read = asked({ ...run, rivals: run.rivals.map(asked) });
        return { run: read, mention, isCurrent, past, values: valuesOf(read, mention, rowDay, known) };
      });
    })
    .flatMap((fact) => {
      if (!dimensions?.includes('tag')) return [fact];
      const tags = fact.run.tags.length === 0 ? [null] : fact.run.tags;
      return tags.map((tag) => ({ ...fact, values: { ...fact.values, tag } }));
    })
    .filter((fact) =>
      filters.every((filter) => {
        if (filter.field === 'brand' || (isOfItems(report) && isItemField(filter.field))) return true;
        if (filter.field === 'competitor') return competitorsPass(fact.run, known, filter);
        if (filter.field === 'tag' && (filter.operator === 'not_in' || !dimensions?.includes('tag')))
          return tagsPass(fact.run.tags, filter);
        return passes(fact.values[filter.field] as Value, filter);
      }),
    );
  const isList = isListReport(report) && !dimensions?.length;
  const all = isOfItems(report)
    ? itemRows(report, facts, brands, known, breakdown)
    : isList
      ? listRows(report as 'reportQueries', facts, chosen, breakdown)
      : groupRows(report, facts, brands, known, breakdown);
  const kept = all.filter(({ fields }) =>
    having.every(({ field, operator, value }) => {
      const measure = fields[field] as number | null;
      return measure !== null && (operator === 'gte' ? measure >= value : measure <= value);
    }),
  );
  if (breakdown.include.includes('changes'))
    for (const measure of Object.keys(kept[0]?.changes ?? {}))
      judge(kept.map(({ changes }) => changes![measure] as Judged));
  kept.sort((a, b) => {
    for (const { field, direction } of orderBy) {
      const order = compared(a.fields[field] as Value, b.fields[field] as Value, direction);
      if (order !== 0) return order;
    }
    return 0;
  });
  const data = kept.slice(offset, offset + limit).map(({ json }) => json);
  // Competitors have their sums where their row has.
  if (dimensions === null)
    for (const rival of data.flatMap(({ competitors }) => (competitors ?? []) as Json[]))
      for (const each of [rival, rival['previous'] as Json | null | undefined]) {
        delete each?.['sentiment_sum'];
        delete each?.['position_sum'];
      }
  const more = compareTo ? { compared_to: { start_date: compareTo.start, end_date: compareTo.end } } : {};
  return { data, total: kept.length, ...more };
}

function listRows(
  report: 'reportQueries' | 'reportMentions',
  facts: Fact[],
  brands: ReadonlyMap<string, Json>,
  { include }: Breakdown,
): Row[] {
  const evidence = (id: string) => (include.includes('evidence') ? { evidence: { run_ids: [id] } } : {});
  const rows =
    report === 'reportQueries'
      ? latest(facts.map(({ run }) => run)).map((run) => {
          const found = queryRow(run);
          const { visibilityScore, position, sentimentScore } = found.row.latestResult;
          const fields = { visibility_score: visibilityScore, position, sentiment: sentimentScore };
          return { ...found, run, fields, evidence: evidence(run.id) };
        })
      : facts.map(({ run, mention }) => {
          const found = mentionRow(mention as KnownMention);
          const fields = {
            sentiment: found.row.sentimentScore,
            source_type: mention?.sourceType ?? null,
            domain: domainOf(mention?.pageUrl ?? null),
          };
          return { ...found, run, fields, evidence: evidence(run.id) };
        });
  return rows
    .sort((a, b) => bytes(b.time, a.time) || bytes(a.key, b.key))
    .map(({ row, run, fields, ...rest }) => {
      const brand = brands.get(run.brandId) as Json;
      return {
        json: { brand, ...row, ...rest.evidence },
        brandId: run.brandId,
        keys: [],
        fields: {
          ...fields,
          executed_at: run.executedAt,
          discovered_at: run.executedAt,
          brand: brand['name'] as string,
          platform: run.platform,
          query: run.queryText,
        },
      };
    });
}

function groupRows(
  report: BrokenDown,
  facts: Fact[],
  brands: Known['brands'],
  known: Known,
  breakdown: Breakdown,
): Row[] {
  const { compareTo } = breakdown;
  const dimensions = (breakdown.dimensions ?? []).filter((each) => each !== 'brand');
  const hasBrand =
    report === 'reportBrands' ||
    ['brand', 'query'].some((each) => breakdown.dimensions?.includes(each as 'query'));
  const keyOf = ({ run, values }: Fact) =>
    JSON.stringify([hasBrand ? run.brandId : null, ...dimensions.map((each) => values[each])]);
  const groups = Map.groupBy(
    facts.filter(({ past }) => past === null),
    keyOf,
  );
  const pasts = Map.groupBy(
    facts.filter(({ past }) => past !== null),
    keyOf,
  );
  if (report === 'reportBrands' && dimensions.length === 0)
    for (const { id } of brands) if (!groups.has(JSON.stringify([id]))) groups.set(JSON.stringify([id]), []);
  const rows = [...groups].map(([key, own]): Row => {
    const [brandId, ...keys] = JSON.parse(key) as [string | null, ...Value[]];
    const brand = brands.find(({ id }) => id === brandId);
    const current = own.filter(({ isCurrent }) => isCurrent);
    const previous = own.filter(({ isCurrent }) => !isCurrent);
    const measures = measuresOf(report, current, known, breakdown);
    const shown = Object.fromEntries(
      dimensions.map((each, at) => [each, each === 'query' ? { queryText: keys[at] } : keys[at]]),
    );
    const compared = compareTo
      ? comparisonOf(report, { current, previous, past: pasts.get(key) ?? [] }, known, breakdown, brandId)
      : null;
    const json = {
      ...(brand ? { brand: { id: brand.id, name: brand.name } } : {}),
      ...(dimensions.length > 0 ? { dimensions: shown } : {}),
      ...measures,
      ...(report === 'reportBrands' && ['share_of_voice', 'counts'].every((each) => includes(breakdown, each))
        ? { share_of_voice_names: 1 + known.competitors.filter((rival) => rival.brandId === brandId).length }
        : {}),
      ...detailsOf(report, current, known, breakdown, brandId),
      ...compared?.json,
    };
    const named = Object.fromEntries(dimensions.map((each, at) => [each, keys[at] as Value]));
    const fields = { ...named, brand: brand?.name ?? null, ...measures } as Row['fields'];
    return { json, brandId, keys, fields, ...(compared && { changes: compared.changes }) };
  });
  const isUndivided = report === 'reportBrands' && dimensions.length === 0;
  return rows.sort((a, b) => {
    const byKeys = a.keys
      .map((key, at) => compared(key, b.keys[at] as Value, 'asc'))
      .find((order) => order !== 0);
    return (
      (isUndivided
        ? compared(a.fields['visibility'] as never, b.fields['visibility'] as never, 'desc')
        : 0) ||
      (hasBrand ? bytes(a.fields['brand'] as string, b.fields['brand'] as string) : 0) ||
      (hasBrand ? bytes(a.brandId as string, b.brandId as string) : 0) ||
      (byKeys ?? 0)
    );
  });
}

const includes = ({ include }: Breakdown, each: string) => (include as readonly string[]).includes(each);

function measuresOf(
  report: BrokenDown,
  facts: Fact[],
  known: Known,
  { dimensions, include }: Breakdown,
): Json {
  if (report === 'reportMentions') {
    const mentions = facts.map(({ mention }) => mention as KnownMention);
    const of = (band: string) => mentions.filter(({ sentiment }) => bandOf(sentiment) === band).length;
    const scores = scoresOf(mentions);
    return {
      mention_count: mentions.length,
      run_count: new Set(mentions.map(({ run }) => run.id)).size,
      positive_count: of('POSITIVE'),
      neutral_count: of('NEUTRAL'),
      negative_count: of('NEGATIVE'),
      sentiment: rounded(sum(scores), scores.length),
      sentiment_sum: sum(scores) / 100,
      sentiment_count: scores.length,
    };
  }
  const runs = facts.map(({ run }) => run);
  const named = runs.filter(({ position }) => position !== null);
  const scores = scoresOf(runs);
  const positions = sum(named.map(({ position }) => position as number));
  const compared = runs.filter(({ brandId }) => known.competitors.some((rival) => rival.brandId === brandId));
  const voiced = compared.filter(({ position }) => position !== null).length;
  const voices = voiced + sum(compared.map(({ rivals }) => rivals.length));
  return {
    visibility: rounded(10_000 * named.length, runs.length),
    visibility_count: named.length,
    visibility_total: runs.length,
    sentiment: rounded(sum(scores), scores.length),
    ...(dimensions ? { sentiment_sum: sum(scores) / 100 } : {}),
    sentiment_count: scores.length,
    position: rounded(100 * positions, named.length),
    ...(dimensions ? { position_sum: positions } : {}),
    position_count: named.length,
    ...(report === 'reportQueries' ? { prompt_count: new Set(runs.map(promptOf)).size } : {}),
    ...(include.includes('share_of_voice')
      ? { share_of_voice: rounded(10_000 * voiced, voices), share_of_voice_total: voices }
      : {}),
    ...(include.includes('counts')
      ? {
          ...Object.fromEntries(
            ['positive', 'neutral', 'negative'].map((band) => [
              `${band}_count`,
              runs.filter(({ sentiment }) => bandOf(sentiment) === band.toUpperCase()).length,
            ]),
          ),
          first_count: runs.filter(({ position }) => position === 1).length,
          unknown_count: runs.filter(({ unknown }) => unknown).length,
        }
      : {}),
  };
}

function detailsOf(
  report: BrokenDown,
  facts: Fact[],
  known: Known,
  { include }: Breakdown,
  brandId: string | null,
): Json {
  const runs = [...new Map(facts.map(({ run }) => [run.id, run])).values()];
  const days = [...new Set(runs.map(({ executedAt }) => executedAt.slice(0, 10)))].sort();
  const json: Json = {};
  if (include.includes('readers'))
    json['sentiment_readers'] = Object.fromEntries(
      READERS.map((reader) => [
        reader,
        facts.filter(({ run, mention }) => (mention ?? run).reader === reader).length,
      ]),
    );
  if (include.includes('intervals')) {
    for (const measure of report === 'reportMentions'
      ? (['sentiment'] as const)
      : (['visibility', 'sentiment', 'position'] as const)) {
      const sums = promptSums([...promptsOf(facts, (fact) => countedOf(fact, measure, known)).values()]);
      if (measure === 'visibility') {
        const { low, high, effectiveTotal, quality } = shareInterval(sums);
        Object.assign(json, {
          visibility_low: low,
          visibility_high: high,
          visibility_effective_total: effectiveTotal,
          visibility_quality: quality,
        });
      } else {
        const { low, high } = meanInterval(sums, measure === 'position' ? POSITION_SCALE : SENTIMENT_SCALE);
        Object.assign(json, { [`${measure}_low`]: low, [`${measure}_high`]: high });
      }
    }
  }
  if (include.includes('coverage'))
    json['coverage'] = {
      first_day: days[0] ?? null,
      last_day: days.at(-1) ?? null,
      days: days.length,
      prompts: new Set(runs.map(promptOf)).size,
      platforms: new Set(runs.map(({ platform }) => platform)).size,
      ...sharesOf(runs),
    };
  if (include.includes('evidence'))
    json['evidence'] = {
      run_ids: runs
        .sort((a, b) => bytes(b.executedAt, a.executedAt) || bytes(b.id, a.id))
        .slice(0, 20)
        .map(({ id }) => id),
    };
  if (include.includes('competitors')) json['competitors'] = competitorsOf(facts, known, brandId);
  return json;
}

function competitorsOf(facts: Fact[], known: Known, brandId: string | null): Json[] {
  const runs = facts.map(({ run }) => run);
  const named = runs.filter(({ position }) => position !== null).length;
  const voices = named + sum(runs.map(({ rivals }) => rivals.length));
  return known.competitors
    .filter((rival) => rival.brandId === brandId)
    .map(({ id, name }) => ({
      id,
      name,
      own: runs.flatMap(({ rivals }) => rivals.filter((one) => one.id === id)),
    }))
    .sort((a, b) => b.own.length - a.own.length || bytes(a.name, b.name) || bytes(a.id, b.id))
    .map(({ id, name, own }) => ({
      id,
      name,
      visibility: rounded(10_000 * own.length, runs.length),
      visibility_count: own.length,
      visibility_total: runs.length,
      sentiment: rounded(sum(scoresOf(own)), scoresOf(own).length),
      sentiment_sum: sum(scoresOf(own)) / 100,
      sentiment_count: scoresOf(own).length,
      position: rounded(100 * sum(own.map(({ position }) => position)), own.length),
      position_sum: sum(own.map(({ position }) => position)),
      position_count: own.length,
      share_of_voice: rounded(10_000 * own.length, voices),
    }));
}

function comparisonOf(
  report: BrokenDown,
  ranges: Ranges,
  known: Known,
  breakdown: Breakdown,
  brandId: string | null,
): { json: Json; changes: Record<string, Judged> } {
  const { current, previous } = ranges;
  const before = measuresOf(report, previous, known, { ...breakdown, dimensions: [] });
  const shown = breakdown.dimensions
    ? before
    : Object.fromEntries(
        Object.entries(before).filter(([name]) => report === 'reportMentions' || !name.endsWith('_sum')),
      );
  const { include } = breakdown;
  const isExplained = include.includes('changes');
  const change = (measure: Compared) =>
    changeOf(ranges, (fact) => countedOf(fact, measure, known), scaleOf(measure), isExplained);
  const first: Compared = report === 'reportMentions' ? 'sentiment' : 'visibility';
  const others: Compared[] = [
    'sentiment',
    'position',
    ...(include.includes('share_of_voice') ? (['share_of_voice'] as const) : []),
    ...(include.includes('counts') ? (['first'] as const) : []),
  ];
  const changes = Object.fromEntries(
    [first, ...(isExplained ? others : [])].map((measure) => [measure, change(measure)]),
  );
  const own = changes[first] as Judged;
  if (isExplained && report === 'reportBrands')
    own.json['against_others'] = againstOf(ranges, known, brandId);
  const rivals = isExplained && include.includes('competitors');
  return {
    json: {
      ...(rivals && { competitors: comparedRivals(current, ranges, known, brandId) }),
      previous: previous.length === 0 ? null : shown,
      change: own.json,
      ...(isExplained && {
        changes: Object.fromEntries(others.map((measure) => [measure, changes[measure]!.json])),
      }),
    },
    changes,
  };
}

/** The competitors of a row with their measures before, and the changes of how many answers name each. */
function comparedRivals(current: Fact[], ranges: Ranges, known: Known, brandId: string | null): Json[] {
  const earlier = new Map(
    competitorsOf(ranges.previous, known, brandId).map(({ id, name: _, ...before }) => [id, before]),
  );
  const rivals = competitorsOf(current, known, brandId).map((rival) => {
    const count = ({ run }: Fact) => ({ n: 1, y: Number(run.rivals.some(({ id }) => id === rival['id'])) });
    const change = changeOf(ranges, count, null, true);
    return { rival, change };
  });
  judge(rivals.map(({ change }) => change));
  return rivals.map(({ rival, change }) => ({
    ...rival,
    previous: ranges.previous.length === 0 ? null : earlier.get(rival['id']),
    change: change.json,
  }));
}

/** The brand against the competitors that 5 to 95 % of the earlier answers to prompts of both ranges name. */
function againstOf({ current, previous, past }: Ranges, known: Known, brandId: string | null): Json {
  const prompts = (facts: Fact[]) => new Set(facts.map(({ run }) => promptOf(run)));
  const [now, then] = [prompts(current), prompts(previous)];
  const isShared = ({ run }: Fact) => now.has(promptOf(run)) && then.has(promptOf(run));
  const baseline = previous.filter(isShared);
  const names = ({ run }: Fact, id: string) => run.rivals.some((rival) => rival.id === id);
  const references = known.competitors.filter((rival) => {
    const share = baseline.filter((fact) => names(fact, rival.id)).length / baseline.length;
    return rival.brandId === brandId && share >= 0.05 - 1e-9 && share <= 0.95 + 1e-9;
  });
  const theirs = (fact: Fact) => references.filter(({ id }) => names(fact, id)).length;
  const size = references.length;
  const shared = { current: current.filter(isShared), previous: baseline };
  const compared = (count: Count) => sumsOf(shared, { current, previous, past }, count);
  const json: Json = againstOthers(
    {
      competitors: size,
      apart: compared((fact) => ({
        n: 1,
        y: size * Number(fact.run.position !== null) - theirs(fact),
      })),
      others: compared((fact) => ({ n: 1, y: theirs(fact) })),
    },
    methodOf(3),
  ) as unknown as Json;
  return json;
}
