import { hash } from 'node:crypto';
import type { ErrorCode } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import { toHundredths } from '../../extraction/sentiment.ts';
import { foldName } from '../../extraction/text/fold.ts';
import type { Answer } from '../../extraction/types.ts';
import { isPlatform, OTHER, type Platform } from '../../platforms/names.ts';
import type { OrganisationLexicon } from '../brands/lexicon.ts';

export type RunInput = components['schemas']['Run'];
export type RunResult = components['schemas']['RunResult'];

type KnownBrands = OrganisationLexicon['brands'];

/** A client's clock may be this far ahead of the server's; a later executedAt is refused as in the future. */
const CLOCK_SKEW_MS = 60_000;

/** What is known of a run's web search; null: unknown. */
export interface SearchFacts {
  searched: boolean | null;
  count: number | null;
  queries: string[] | null;
}

/** A run that passed every check that needs no other run. */
export interface CheckedRun {
  /** Its place in the inputs. */
  index: number;
  id: string;
  input: RunInput;
  brandId: string;
  platform: Platform;
  executedAt: Date;
  search: SearchFacts;
  /** Hundredths, 0 to 10000. */
  sentimentScore: number | null;
  /** Hexadecimal; equal for runs with the same content. */
  contentHash: string;
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
  return {
    index,
    id: newId(),
    input,
    brandId: brand.id,
    platform: platform.name,
    executedAt,
    search,
    sentimentScore: typeof input.sentimentScore === 'number' ? toHundredths(input.sentimentScore) : null,
    contentHash: contentHash(input, { brandId: brand.id, platform: platform.name, executedAt }),
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

/** The part of a run that extraction reads. */
export function answerOf({ brandId, input }: CheckedRun): Answer {
  return {
    brandId,
    answer: input.answer,
    citations: (input.citations ?? []).map(({ url, title }) => ({ url, title: title ?? null })),
    sentimentScore: input.sentimentScore ?? null,
  };
}

/** A hash of all fields that the client sent of a run. It reveals a repeated externalId with other content. */
function contentHash(
  input: RunInput,
  { brandId, platform, executedAt }: Pick<CheckedRun, 'brandId' | 'platform' | 'executedAt'>,
): string {
  const asked = (['surface', 'searched', 'searchCount', 'searchQueries'] as const)
    .map((field) => [field, input[field] ?? null] as const)
    .filter(([, value]) => value !== null);
  const content = [
    brandId,
    platform,
    input.queryText,
    executedAt.getTime(),
    input.answer,
    (input.citations ?? []).map(({ url, title }) => [url, title ?? null]),
    input.sentimentScore ?? null,
    input.model ?? null,
    // Only if given: runs without these keep the hash from before the fields existed.
    ...(input.country ? [input.country] : []),
    ...(asked.length > 0 ? [Object.fromEntries(asked)] : []),
  ];
  return hash('sha256', JSON.stringify(content)).slice(0, 32);
}

/** The name of the first field that Postgres cannot store unchanged; undefined: none. */
function unstorableField(input: RunInput): string | undefined {
  const isUnstorable = (text: string | null | undefined) =>
    text != null && (text.includes('\0') || !text.isWellFormed());
  for (const field of [
    'externalId',
    'brandId',
    'brand',
    'platformName',
    'queryText',
    'answer',
    'model',
  ] as const) {
    if (isUnstorable(input[field])) return field;
  }
  if ((input.searchQueries ?? []).some(isUnstorable)) return 'searchQueries';
  const at = (input.citations ?? []).findIndex(({ url, title }) => isUnstorable(url) || isUnstorable(title));
  return at === -1 ? undefined : `citations[${at}]`;
}
