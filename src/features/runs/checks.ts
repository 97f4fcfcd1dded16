import { hash } from 'node:crypto';
import type { ErrorCode, Finding } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import { toHundredths } from '../../extraction/sentiment.ts';
import { addressOf, MOST_CITATIONS } from '../../extraction/sources/page.ts';
import { foldName } from '../../extraction/text/fold.ts';
import type { Answer } from '../../extraction/types.ts';
import { isPlatform, OTHER, type Platform } from '../../platforms/names.ts';
import type { OrganisationLexicon } from '../brands/lexicon.ts';
import { type CitationOrigin, originWithoutList } from './citations-from.ts';

export type RunInput = components['schemas']['Run'];
export type RunResult = components['schemas']['RunResult'];

type KnownBrands = OrganisationLexicon['brands'];

/** A client's clock may be this far ahead of the server's; a later executedAt is refused as in the future. */
const CLOCK_SKEW_MS = 60_000;
/** Earlier times are those of a clock or a field that was never set. */
const EARLIEST = Date.UTC(2015, 0, 1);
const LONGEST_TITLE = 1_000;
const MOST_WARNINGS = 20;
const WITHOUT_ANSWER = 'For a run without an answer, send state: "FAILED" or "NOT_SHOWN".';
export const BLANK_ANSWER = `answer is blank. ${WITHOUT_ANSWER}`;

/** What is known of a run's web search; null: unknown. */
export interface SearchFacts {
  searched: boolean | null;
  count: number | null;
  queries: string[] | null;
}

/** A run that passed every check that needs no other run. */
export interface CheckedRun {
  /** Its index in the inputs. */
  index: number;
  id: string;
  input: RunInput;
  state: NonNullable<RunInput['state']>;
  /** null: it has none, because it is not COMPLETED. */
  answer: string | null;
  /** Those that were sent and can be stored. */
  citations: { url: string; title: string | null }[];
  origin: CitationOrigin;
  warnings: Warnings;
  brandId: string;
  platform: Platform;
  executedAt: Date;
  search: SearchFacts;
  /** Hundredths, 0 to 10000. */
  sentimentScore: number | null;
  /** Hexadecimal; equal for runs with the same content. */
  contentHash: string;
}

/** What was left out of a run, in the form of its result. */
class Warnings {
  warnings?: Finding[];
  warningsOmitted?: number;

  add(field: string, problem: string): void {
    this.warnings ??= [];
    if (this.warnings.length < MOST_WARNINGS) this.warnings.push({ field, message: `${field} ${problem}` });
    else this.warningsOmitted = (this.warningsOmitted ?? 0) + 1;
  }
}

/** The context of checking a run. */
interface RunCheck {
  /** The brands that the sender may refer to. */
  brands: KnownBrands;
  now: number;
  /** The run's breach of the contract, a sentence; null: none. */
  complaint(run: unknown): string | null;
}

/**
 * Checks one input of an ingestion.
 * @param value the input; undefined for a line of a file that is not JSON
 * @returns a run to write, or the result that refuses it
 */
export function checkRun(
  value: unknown,
  index: number,
  { brands, now, complaint: complaintOf }: RunCheck,
): CheckedRun | RunResult {
  const externalId = (value as { externalId?: unknown } | null)?.externalId;
  const refuse = (error: ErrorCode, message: string): RunResult => ({
    index,
    ...(typeof externalId === 'string' ? { externalId: externalId.slice(0, 200) } : {}),
    status: 'refused',
    error,
    message,
  });
  const complaint = value === undefined ? 'This line is not valid JSON.' : complaintOf(value);
  if (complaint !== null) return refuse('validation_error', complaint);
  const input = value as RunInput;
  const unstorable = unstorableField(input);
  if (unstorable) return refuse('validation_error', `${unstorable} holds a NUL or half a surrogate pair.`);
  const brand = brandOf(input, brands);
  if ('error' in brand) return refuse(brand.error, brand.message);
  const platform = platformOf(input);
  if ('message' in platform) return refuse('validation_error', platform.message);
  const search = searchOf(input);
  if ('message' in search) return refuse('validation_error', search.message);
  const executedAt = new Date(input.executedAt);
  if (executedAt.getTime() > now + CLOCK_SKEW_MS)
    return refuse('validation_error', 'executedAt is in the future.');
  if (executedAt.getTime() < EARLIEST)
    return refuse('validation_error', 'executedAt is before 2015. Send the time at which it was run.');
  const { state = 'COMPLETED' } = input;
  const problem = problemOfAnswer(input, state);
  if (problem !== null) return refuse('validation_error', problem);
  const warnings = new Warnings();
  const citations = citationsOf(input.citations ?? [], warnings);
  if (state !== 'COMPLETED' && citations.length > 0)
    warnings.add('citations', 'was left out: there is no answer that cites.');
  return {
    index,
    id: newId(),
    input,
    state,
    answer: state === 'COMPLETED' ? (input.answer ?? '') : null,
    citations,
    origin: input.citations ? 'SENT' : originWithoutList(search.searched),
    warnings,
    brandId: brand.id,
    platform: platform.name,
    executedAt,
    search,
    sentimentScore: typeof input.sentimentScore === 'number' ? toHundredths(input.sentimentScore) : null,
    contentHash: contentHash(input, { brandId: brand.id, platform: platform.name, executedAt, citations }),
  };
}

/** The platform of a run: OTHER needs a name, any other platform has none. */
function platformOf({ platform, platformName }: RunInput): { name: Platform } | { message: string } {
  if (platform === OTHER) {
    const name = `${OTHER}:${platformName ?? ''}`;
    if (platformName === undefined)
      return { message: 'platformName is required with the platform OTHER: the name of the platform.' };
    if (!isPlatform(name))
      return { message: 'platformName must have no white space at its ends, and no control characters.' };
    return { name };
  }
  if (platformName !== undefined && platform !== `${OTHER}:${platformName}`)
    return { message: 'platformName goes with the platform OTHER alone.' };
  return { name: platform };
}

/** What a run says of its web search: fields that are not sent follow from those that are. */
function searchOf({ searched, searchCount, searchQueries }: RunInput): SearchFacts | { message: string } {
  const queries = searchQueries ?? null;
  const count = searchCount ?? queries?.length ?? (searched === false ? 0 : null);
  const known = count === null ? null : count > 0 || (queries?.length ?? 0) > 0;
  if (count !== null && queries !== null && count < 1 && queries.length > 0)
    return { message: 'searchCount is 0, and searchQueries has searches.' };
  if (typeof searched === 'boolean' && known !== null && searched !== known)
    return { message: `searched is ${searched}, and searchCount or searchQueries says the contrary.` };
  return { searched: searched ?? known, count, queries };
}

/** The brand of a run, by its id or name; an error if there is none, or the name is another brand's. */
function brandOf(
  { brandId, brand: name }: RunInput,
  brands: KnownBrands,
): KnownBrands[number] | { error: ErrorCode; message: string } {
  if (brandId === undefined) {
    if (name === undefined) return { error: 'validation_error', message: 'brand or brandId is required.' };
    const message = `brand: no brand is named ${JSON.stringify(name)}.`;
    return brandNamed(brands, name) ?? { error: 'not_found', message };
  }
  const brand = brands.find(({ id }) => id === brandId);
  if (!brand) return { error: 'not_found', message: 'brandId: there is no such brand.' };
  if (name === undefined || foldName(name) === foldName(brand.name)) return brand;
  const message = `brand: the brand with this brandId is named ${JSON.stringify(brand.name)}.`;
  return { error: 'validation_error', message };
}

/** Brands by folded name, cached for each list of brands. */
const foldedNames = new WeakMap<KnownBrands, Map<string, KnownBrands[number]>>();

/** The brand with exactly this name, or else the one whose name differs only in case and accents. */
function brandNamed(brands: KnownBrands, name: string): KnownBrands[number] | undefined {
  const known = brands.find((brand) => brand.name === name);
  if (known) return known;
  let folded = foldedNames.get(brands);
  if (!folded) {
    folded = new Map(brands.map((brand) => [foldName(brand.name), brand]));
    foldedNames.set(brands, folded);
  }
  return folded.get(foldName(name));
}

/** Why a run's answer does not fit its state; null: it does. */
function problemOfAnswer({ answer, failure }: RunInput, state: CheckedRun['state']): string | null {
  if (failure?.trim() && state !== 'FAILED') return 'failure goes with the state FAILED alone.';
  if (state === 'COMPLETED') return answer == null ? `answer is required. ${WITHOUT_ANSWER}` : null;
  return answer?.trim() ? `answer: a run that is ${state} has none. Leave it out, or the state.` : null;
}

/** The citations that can be stored, with a warning for each of the others. */
function citationsOf(sent: readonly unknown[], warnings: Warnings): CheckedRun['citations'] {
  const citations: CheckedRun['citations'] = [];
  for (const [at, each] of sent.entries()) {
    const field = `citations[${at}]`;
    if (citations.length === MOST_CITATIONS) {
      warnings.add(field, `and those after it were left out: a run has ${MOST_CITATIONS} citations at most.`);
      break;
    }
    const { url, title } =
      typeof each === 'string' ? { url: each } : (Object(each) as Record<string, unknown>);
    const address = typeof url === 'string' ? addressOf(url) : null;
    if (address === null) {
      const isMissing = url === undefined ? 'is missing' : 'is not an address with https:// or http://';
      warnings.add(typeof each === 'string' ? field : `${field}.url`, `${isMissing}: it was left out.`);
      continue;
    }
    const isTitle = typeof title === 'string' && title.length <= LONGEST_TITLE && !isUnstorable(title);
    if (!isTitle && title != null)
      warnings.add(`${field}.title`, 'is not a text to be kept: it was left out.');
    citations.push({ url: address, title: isTitle ? title : null });
  }
  return citations;
}

/** The part of a run that extraction reads. */
export function answerOf({ brandId, input, answer, citations, origin }: CheckedRun): Answer {
  return {
    brandId,
    answer: answer ?? '',
    citations: origin === 'TEXT' ? null : citations,
    sentimentScore: input.sentimentScore ?? null,
  };
}

/** A hash of all fields that the client sent of a run. It reveals a repeated externalId with other content. */
function contentHash(
  input: RunInput,
  {
    brandId,
    platform,
    executedAt,
    citations,
  }: Pick<CheckedRun, 'brandId' | 'platform' | 'executedAt' | 'citations'>,
): string {
  const others = (['surface', 'searched', 'searchCount', 'searchQueries', 'state', 'failure'] as const)
    .map((field) => [field, input[field] ?? null] as const)
    .filter(([, value]) => value !== null && value !== 'COMPLETED');
  const content = [
    brandId,
    platform,
    input.queryText,
    executedAt.getTime(),
    input.answer ?? '',
    citations.map(({ url, title }) => [url, title]),
    input.sentimentScore ?? null,
    input.model ?? null,
    // Only if given: runs without these keep the hash from before the fields existed.
    ...(input.country ? [input.country] : []),
    ...(others.length > 0 ? [Object.fromEntries(others)] : []),
  ];
  return hash('sha256', JSON.stringify(content)).slice(0, 32);
}

/** The name of the first field that Postgres cannot store unchanged; undefined: none. */
function unstorableField(input: RunInput): string | undefined {
  const fields = [
    'externalId',
    'brandId',
    'brand',
    'platformName',
    'queryText',
    'answer',
    'failure',
    'model',
  ] as const;
  const field = fields.find((each) => isUnstorable(input[each]));
  return field ?? ((input.searchQueries ?? []).some(isUnstorable) ? 'searchQueries' : undefined);
}

function isUnstorable(text: string | null | undefined): boolean {
  return text != null && (text.includes('\0') || !text.isWellFormed());
}
