import { createHash } from 'node:crypto';
import type { ErrorCode } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import { toHundredths } from '../../extraction/sentiment.ts';
import { foldName } from '../../extraction/text/fold.ts';
import type { Answer } from '../../extraction/types.ts';
import type { OrganisationLexicon } from '../brands/lexicon.ts';

export type RunInput = components['schemas']['Run'];
export type RunResult = components['schemas']['RunResult'];

type KnownBrands = OrganisationLexicon['brands'];

/** A client's clock may be this far ahead of the server's; a later executedAt is refused as in the future. */
const CLOCK_SKEW_MS = 60_000;

/** A run that passed every check that needs no other run. */
export interface CheckedRun {
  /** Its place in the inputs. */
  index: number;
  id: string;
  input: RunInput;
  brandId: string;
  executedAt: Date;
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
  const executedAt = new Date(input.executedAt);
  if (executedAt.getTime() > now + CLOCK_SKEW_MS)
    return refuse('validation_error', 'executedAt is in the future.');
  return {
    index,
    id: newId(),
    input,
    brandId: brand.id,
    executedAt,
    sentimentScore: typeof input.sentimentScore === 'number' ? toHundredths(input.sentimentScore) : null,
    contentHash: contentHash(input, brand.id, executedAt),
  };
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
function contentHash(input: RunInput, brandId: string, executedAt: Date): string {
  const content = [
    brandId,
    input.platform,
    input.queryText,
    executedAt.getTime(),
    input.answer,
    (input.citations ?? []).map(({ url, title }) => [url, title ?? null]),
    input.sentimentScore ?? null,
    input.model ?? null,
    // Only if given: runs without a country keep the hash from before the field existed.
    ...(input.country ? [input.country] : []),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
}

/** The name of the first field that Postgres cannot store unchanged; undefined: none. */
function unstorableField(input: RunInput): string | undefined {
  const isUnstorable = (text: string | null | undefined) =>
    text != null && (text.includes('\0') || !text.isWellFormed());
  for (const field of ['externalId', 'brandId', 'brand', 'queryText', 'answer', 'model'] as const) {
    if (isUnstorable(input[field])) return field;
  }
  const at = (input.citations ?? []).findIndex(({ url, title }) => isUnstorable(url) || isUnstorable(title));
  return at === -1 ? undefined : `citations[${at}]`;
}
