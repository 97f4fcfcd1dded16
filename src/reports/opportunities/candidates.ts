import { productsOf, promptSums } from '../breakdown/row-sums.ts';
import { excessByChance } from '../uncertainty/excess.ts';
import type { Method } from '../uncertainty/method.ts';
import { type Bounds, outward } from '../uncertainty/rounding.ts';
import type { DaySums, PromptSums } from '../uncertainty/sums.ts';
import type { OpportunityKind } from './request.ts';
import { LEAST_ANSWERS, type SumsRow } from './sql.ts';

/** A prompt is as good as never answered with the brand if at most one in so many answers names it. */
const NEVER_IN = 20;
/** The part of the answers that cite a page of the brand which may leave its name out. */
const UNNAMED = 0.1;

/** All answers of the brand in the range, over prompts; y counts those that speak against it. */
export interface Whole extends PromptSums {
  scored: number;
  competitors: number;
}

/** A possible opportunity. */
export interface Candidate {
  kind: OpportunityKind;
  reason: 'LOST' | 'NEVER' | null;
  /** Its index among the candidates of its statement. */
  ordinal: number;
  subject: string;
  sourceType: string | null;
  /** The answers that count as evidence, and all answers of the subject. */
  answers: number;
  total: number;
  /** 95 % bounds of `answers` ÷ all answers of the brand, in points. */
  bounds: Bounds;
  /** The probability of as clear a finding where there is nothing; null: unknown. */
  byChance: number | null;
}

/**
 * Sources. Nothing is to be found if answers that cite the source name the brand as often as others of the same prompts
 * on the same platforms.
 */
export function sourceCandidates(rows: readonly SumsRow[], whole: Whole, method: Method): Candidate[] {
  return rows.map((row) => ({
    ...itemOf('SOURCE', row, whole, method),
    sourceType: row['source_type'] as string,
    byChance: excessByChance({
      prompts: promptSums(row, 'p_'),
      days: daySums(row, 'd_'),
      independent: Number(row['independent']),
    }),
  }));
}

/** Pages of the brand. Nothing is to be found if at most one in ten answers that cite the page leaves the name out. */
export function ownPageCandidates(rows: readonly SumsRow[], whole: Whole, method: Method): Candidate[] {
  return rows.map((row) => {
    const prompts = promptSums(row, 'p_');
    const independent = prompts.n * UNNAMED * (1 - UNNAMED);
    return {
      ...itemOf('OWN_PAGE', row, whole, method),
      byChance: excessByChance({ prompts, days: daySums(row, 'd_'), independent }, UNNAMED),
    };
  });
}

function itemOf(kind: 'SOURCE' | 'OWN_PAGE', row: SumsRow, whole: Whole, method: Method): Candidate {
  const { low, high } = method.shareInterval({ ...whole, ...sharedSums(row) });
  return {
    kind,
    reason: null,
    ordinal: Number(row['ordinal']),
    subject: row['item'] as string,
    sourceType: null,
    answers: Number(row['answers']),
    total: Number(row['total']),
    bounds: { low, high },
    byChance: null,
  };
}

/** Sums of namings over all prompts: prompts without an answer that counts add nothing. */
function sharedSums(row: SumsRow): Pick<PromptSums, 'y' | 'ny' | 'yy'> {
  const { y, ny, yy } = promptSums(row, 's_');
  return { y, ny, yy };
}

/** Prompts with the answers that do not name the brand. */
export function missedPrompts(rows: readonly SumsRow[], whole: Whole, method: Method): Candidate[] {
  return rows.map((row) => promptOf('PROMPT', row, promptSums(row, 'm_'), whole, method));
}

/**
 * Prompts that competitors have alone. Nothing is to be found if the brand is named in as many answers as the
 * competitor that most of them name. That competitor was chosen among all, so the probability is multiplied by their
 * number.
 */
export function neverCandidates(rows: readonly SumsRow[], whole: Whole, method: Method): Candidate[] {
  if (whole.competitors === 0) return [];
  return missedPrompts(rows, whole, method).map((prompt, at) => {
    const row = rows[at] as SumsRow;
    const days = daySums(row, 'z_');
    // One answer more, so that a prompt on which all agree has a variance.
    const independent = Number(row['apart']) + 1;
    const byChance = excessByChance({ prompts: onePrompt(days), days, independent });
    const isNever = NEVER_IN * (prompt.total - prompt.answers) <= prompt.total;
    const amongAll = isNever ? Math.min(1, (byChance ?? 1) * whole.competitors) : 1;
    return { ...prompt, reason: 'NEVER' as const, byChance: byChance === null ? null : amongAll };
  });
}

/** Prompts with criticism. None is found if their answers speak against the brand no more often than others. */
export function criticismCandidates(rows: readonly SumsRow[], whole: Whole, method: Method): Candidate[] {
  return rows.flatMap((row) => {
    const days = daySums(row, 'c_');
    const others = { scored: whole.scored - days.n, negative: whole.y - days.y };
    if (days.n < LEAST_ANSWERS.prompts || others.scored === 0) return [];
    // One answer more to either side, so that a share of 0 or 100 % has a variance.
    const expected = (others.negative + 1) / (others.scored + 2);
    const variance = expected * (1 - expected);
    const independent = days.n * variance * (1 + days.n / others.scored);
    return [
      {
        ...promptOf('CRITICISM', row, daysAsPrompts(days), whole, method),
        byChance: excessByChance({ prompts: onePrompt(days), days, independent }, expected),
      },
    ];
  });
}

/** A candidate that is a prompt. @param days its sums over days: n is its answers, y those that count as evidence */
function promptOf(
  kind: OpportunityKind,
  row: SumsRow,
  days: PromptSums,
  whole: Whole,
  method: Method,
): Candidate {
  const { low, high } = method.shareInterval(days);
  const part = days.n / whole.n;
  const isKnown = low !== null && high !== null;
  return {
    kind,
    reason: null,
    ordinal: Number(row['ordinal']),
    subject: row['item'] as string,
    sourceType: null,
    answers: days.y,
    total: days.n,
    bounds: isKnown ? outward(low * part, high * part) : { low: null, high: null },
    byChance: null,
  };
}

/** The sums of a prompt as those of the only one. */
function onePrompt({ n, y }: DaySums): PromptSums {
  return { prompts: 1, n, y, nn: n * n, ny: n * y, yy: y * y };
}

/** Days replace prompts in the bounds of a share of one prompt. */
function daysAsPrompts({ days, n, y, nn, ny, yy }: DaySums): PromptSums {
  return { prompts: days, n, y, nn, ny, yy };
}

function daySums(row: SumsRow, prefix: string): DaySums {
  const { prompts: days, ...squares } = promptSums(row, prefix);
  return { days, ...squares, lags: productsOf(row, `${prefix}lag_`) };
}
