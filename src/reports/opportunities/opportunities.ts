import { roundedMean } from '../../base/definitions.ts';
import { derivedId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import { mapInSlices } from '../../engine/loop-slices.ts';
import { previousRange } from '../breakdown/request.ts';
import { promptSums } from '../breakdown/row-sums.ts';
import type { Query, SqlValues } from '../report-sql.ts';
import { holdTogether } from '../uncertainty/false-discoveries.ts';
import type { Method } from '../uncertainty/method.ts';
import {
  type Candidate,
  criticismCandidates,
  missedPrompts,
  neverCandidates,
  ownPageCandidates,
  sourceCandidates,
  type Whole,
} from './candidates.ts';
import { LostPrompts, type PromptChange } from './lost.ts';
import { KINDS, type OpportunityCall, type OpportunityKind } from './request.ts';
import { MOST_CANDIDATES, OpportunitySql, type SumsRow } from './sql.ts';

type Schemas = components['schemas'];
/** An opportunity without what the organisation decided, and without what to do about it. */
export type FoundOpportunity = Omit<
  Schemas['Opportunity'],
  'act' | 'state' | 'set_by' | 'set_at' | 'outcome_from' | 'evidence'
> & { run_ids: string[] };

/** All opportunities that a report keeps, with what they were chosen from. */
export type FoundOpportunities = Omit<Schemas['OpportunitiesReport'], 'data' | 'total'> & {
  certain: FoundOpportunity[];
  uncertain: FoundOpportunity[];
};

/** The most opportunities that a report keeps, of each sort. */
const MOST_LISTED = 100;
const NOTHING: FoundOpportunities = {
  certain: [],
  uncertain: [],
  answer_total: 0,
  prompt_total: 0,
  day_total: 0,
  competitor_total: 0,
  tested: { SOURCE: 0, PROMPT: 0, CRITICISM: 0, OWN_PAGE: 0 },
};

/** The id of an opportunity, which is the same in every report. */
export function opportunityId(brandId: string, kind: OpportunityKind, subject: string): string {
  return derivedId(brandId, kind, subject);
}

type Found = Candidate & { change: PromptChange | null };

/** The opportunities of a brand. */
export class Opportunities {
  readonly #sql: OpportunitySql;
  readonly #lost: LostPrompts;

  constructor(call: OpportunityCall) {
    this.#sql = new OpportunitySql(call.filters, previousRange(call.range));
    this.#lost = new LostPrompts(call);
  }

  get values(): SqlValues {
    return { ...this.#sql.values, ...this.#lost.values, limit: MOST_CANDIDATES.prompts, offset: 0 };
  }

  /** @param query runs a statement with the values above, and those of the brand and the range */
  async found(query: Query, method: Method): Promise<FoundOpportunities> {
    const [totals] = await query(this.#sql.totals());
    if (!totals) return NOTHING;
    const whole: Whole = {
      ...promptSums(totals, ''),
      scored: Number(totals['scored']),
      competitors: Number(totals['competitors']),
    };
    const shared = {
      answer_total: whole.n,
      prompt_total: whole.prompts,
      day_total: Number(totals['days']),
      competitor_total: whole.competitors,
    };
    if (whole.n === 0) return { ...NOTHING, ...shared };
    const tested = (await this.#candidates(query, whole, method)).filter(({ byChance }) => byChance !== null);
    const holds = holdTogether(
      tested.map(({ byChance }) => byChance as number),
      tested.length,
    );
    const brand = { id: totals['id'] as string, name: totals['name'] as string };
    const details = await this.#details(query);
    const seen = new Set<string>();
    const list = (isCertain: boolean) => {
      const found = tested.filter(
        (each, at) => holds[at] === isCertain && each.answers > 0 && (isCertain || pointsThatWay(each)),
      );
      const once = found.filter(({ kind, ordinal }) => isNew(seen, `${kind} ${ordinal}`));
      return mapInSlices(ranked(once), (each) =>
        renderOpportunity(each, { brand, whole, details, isCertain }),
      );
    };
    return { certain: await list(true), uncertain: await list(false), tested: testedOf(tested), ...shared };
  }

  async #candidates(query: Query, whole: Whole, method: Method): Promise<Found[]> {
    const prompts = await query(this.#sql.prompts());
    const lost = await this.#lost.tested(query, method);
    const unchanged = (list: Candidate[]) => list.map((each): Found => ({ ...each, change: null }));
    const lostPrompts = missedPrompts(prompts, whole, method).flatMap((prompt): Found[] => {
      const test = lost.get(prompt.subject);
      return test ? [{ ...prompt, reason: 'LOST', ...test }] : [];
    });
    return [
      ...lostPrompts,
      ...unchanged(neverCandidates(prompts, whole, method)),
      ...unchanged(sourceCandidates(await query(this.#sql.sources()), whole, method)),
      ...unchanged(criticismCandidates(prompts, whole, method)),
      ...unchanged(ownPageCandidates(await query(this.#sql.ownPages()), whole, method)),
    ];
  }

  async #details(query: Query): Promise<Details> {
    const grouped = async (sql: ReturnType<OpportunitySql['runs']>, keyOf: (row: SumsRow) => string) =>
      Map.groupBy(await query(sql), keyOf);
    const byBoth = ({ kind, ordinal }: SumsRow) => `${kind} ${ordinal}`;
    const byKey = ({ ordinal }: SumsRow) => `${ordinal}`;
    return {
      runs: await grouped(this.#sql.runs(), byBoth),
      competitors: await grouped(this.#sql.competitors(), byBoth),
      pages: await grouped(this.#sql.pages(), byKey),
      sentences: await grouped(this.#sql.sentences(), byKey),
    };
  }
}

/** Details by kind and index, or by index where only one kind has them. */
interface Details {
  runs: ReadonlyMap<string, SumsRow[]>;
  competitors: ReadonlyMap<string, SumsRow[]>;
  pages: ReadonlyMap<string, SumsRow[]>;
  sentences: ReadonlyMap<string, SumsRow[]>;
}

/** More likely by chance than not is no hint either. */
function pointsThatWay({ byChance }: Found): boolean {
  return (byChance ?? 1) < 0.5;
}

function isNew(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

/** The most at stake first. Kind and index make the order total. */
function ranked(list: readonly Found[]): Found[] {
  return list
    .toSorted(
      (a, b) =>
        b.answers - a.answers || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.ordinal - b.ordinal,
    )
    .slice(0, MOST_LISTED);
}

function testedOf(tested: readonly Found[]): FoundOpportunities['tested'] {
  const counts = { ...NOTHING.tested };
  for (const { kind } of tested) counts[kind] += 1;
  return counts;
}

function renderOpportunity(
  { kind, reason, ordinal, subject, sourceType, answers, total, bounds, byChance, change }: Found,
  {
    brand,
    whole,
    details,
    isCertain,
  }: { brand: { id: string; name: string }; whole: Whole; details: Details; isCertain: boolean },
): FoundOpportunity {
  const of = (rows: ReadonlyMap<string, SumsRow[]>, key: string) => rows.get(key) ?? [];
  const both = `${kind} ${ordinal}`;
  const [runs] = of(details.runs, both);
  return {
    id: opportunityId(brand.id, kind, subject),
    kind,
    reason,
    brand,
    subject,
    source_type: sourceType,
    at_stake: roundedMean(10_000 * answers, whole.n) as number,
    at_stake_low: bounds.low,
    at_stake_high: bounds.high,
    answer_count: answers,
    subject_total: total,
    is_certain: isCertain,
    by_chance: Math.ceil((byChance as number) * 1e6) / 1e6,
    change,
    competitors: of(details.competitors, both).map(({ id, name, answers: naming }) => ({
      id: id as string,
      name: name as string,
      answer_count: Number(naming),
    })),
    pages:
      kind === 'SOURCE'
        ? of(details.pages, `${ordinal}`).map(({ url, answers: citing }) => ({
            url: url as string,
            answer_count: Number(citing),
          }))
        : [],
    sentences:
      kind === 'CRITICISM'
        ? of(details.sentences, `${ordinal}`).map(({ text, run_id, sentiment }) => ({
            text: text as string,
            run_id: run_id as string,
            sentiment: Number(sentiment) / 100,
          }))
        : [],
    run_ids: String(runs?.['run_ids'] ?? '')
      .split(' ')
      .filter(Boolean),
  };
}
