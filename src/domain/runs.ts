import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { components } from '../contract/generated/types.ts';
import type { Db, Tx } from '../db.ts';
import { AppError, type ErrorCode, notFound } from '../errors.ts';
import type { Explanation } from '../extraction/explain.ts';
import { type Answer, EXTRACTION_VERSION, type Extraction, type KnownBrand } from '../extraction/extract.ts';
import type { ExtractionPool } from '../extraction/pool.ts';
import { toHundredths } from '../extraction/sentiment.ts';
import { newId } from './ids.ts';
import { loadNames, type Names } from './names.ts';
import { markDirty, rows, writeExtractions } from './observations.ts';
import { QUOTAS, quotaExceeded } from './organisations.ts';
import { findOrMakeQueries, queryKey } from './run-queries.ts';

export type RunInput = components['schemas']['Run'];
type RunResult = components['schemas']['RunResult'];
export type IngestResult = components['schemas']['IngestResult'];

/** Clocks differ a little; more than this ahead is "in the future". */
const CLOCK_SKEW_MS = 60_000;
/** The first time that Postgres, DuckDB and RFC 3339 all can write. */
const FIRST_TIME_MS = Date.parse('0001-01-01T00:00:00Z');
const NAMES_KEPT = 200;

/** What ingestion depends on, as it is when it writes. */
type Current = Pick<Names, 'version' | 'plan'>;

/** A run that passed every check of its own. */
interface CheckedRun {
  index: number;
  id: string;
  input: RunInput;
  brandId: string;
  executedAt: Date;
  /** Hundredths, as kept. */
  sentimentScore: number | null;
  contentHash: string;
}

/** Keeps answers: checks each run alone, extracts off the event loop, writes each batch in one transaction. */
export class Ingestion {
  readonly #db: Db;
  readonly #pool: ExtractionPool;
  /** What is wrong with a run by the contract; null when it is fine. */
  readonly #complaint: (run: unknown) => string | null;
  readonly #names = new LRUCache<string, Names>({ max: NAMES_KEPT });

  constructor(db: Db, pool: ExtractionPool, complaint: (run: unknown) => string | null) {
    this.#db = db;
    this.#pool = pool;
    this.#complaint = complaint;
  }

  /**
   * Keeps runs (at most a few thousand a call). Each one is created, unchanged (its externalId is kept
   * already) or refused with its reason; results are in the order of the inputs.
   * @param allowed ids of the brands that the sender is limited to, for whom there are no others; null: all.
   */
  async ingest(
    orgId: string,
    inputs: unknown[],
    allowed: readonly string[] | null = null,
  ): Promise<IngestResult> {
    const results: RunResult[] = new Array(inputs.length);
    const now = Date.now();
    for (;;) {
      const names = await this.#currentNames(orgId);
      const brands = names.brands.filter(({ id }) => allowed === null || allowed.includes(id));
      const checked: CheckedRun[] = [];
      inputs.forEach((input, index) => {
        const run = this.#check(input, index, brands, now);
        if ('status' in run) results[index] = run;
        else checked.push(run);
      });
      const { fresh, repeats } = await this.#withoutKnown(orgId, checked, results);
      const extractions = await this.#extract(orgId, names, fresh.map(answerOf));
      if (await this.#write(orgId, names, fresh, extractions, results)) {
        await this.#repeat(orgId, repeats, results);
        break;
      }
      // The names or the plan changed while the answers were read: read them again under the new ones.
      this.#names.delete(orgId);
    }
    const count = (status: RunResult['status']) =>
      results.filter((result) => result.status === status).length;
    return { created: count('created'), unchanged: count('unchanged'), refused: count('refused'), results };
  }

  /**
   * Reads kept answers again, those whose extraction or names are not current (all of them with `all`).
   * @param onProgress called with the runs done so far.
   * @returns how many runs were read.
   */
  async reextract(
    orgId: string,
    {
      all = false,
      onProgress,
      signal,
    }: { all?: boolean; onProgress?: (done: number) => void; signal?: AbortSignal } = {},
  ): Promise<number> {
    const BATCH = 250;
    let after = '';
    let done = 0;
    // Names may change again on the way: runs read before that are stale then, so only this much is claimed.
    const { version: reached } = await this.#currentNames(orgId);
    for (;;) {
      if (signal?.aborted) return done;
      const names = await this.#currentNames(orgId);
      const stale = await this.#db.tenant(
        orgId,
        (tx) => tx<(Answer & { id: string; month: string })[]>`
          select r.id, r.brand_id as "brandId", r.answer, r.sentiment_score::float8 / 100 as "sentimentScore",
                 to_char(r.executed_at at time zone 'UTC', 'YYYY-MM-01') as month,
                 coalesce((select json_agg(json_build_object('url', c.url, 'title', c.title) order by c.ordinal)
                           from citations c where c.org_id = r.org_id and c.run_id = r.id), '[]') as citations
          from runs r
          where r.org_id = ${orgId} and r.id > ${after} and r.state = 'COMPLETED'
            and (${all} or r.extraction_version < ${EXTRACTION_VERSION} or r.lexicon_version < ${names.version})
          order by r.id limit ${BATCH}`,
      );
      if (stale.length === 0) {
        await this.#db.sql`update organisations set reextracted_version = ${reached}
          where id = ${orgId} and reextracted_version < ${reached}`;
        return done;
      }
      const extractions = await this.#extract(orgId, names, stale);
      await this.#db.tenant(orgId, async (tx) => {
        // Another process may read the same runs again just now, under newer names than ours.
        const locked = await tx<{ id: string }[]>`
          select id from runs
          where org_id = ${orgId} and id = any(${stale.map(({ id }) => id)}) and lexicon_version <= ${names.version}
          order by id for update`;
        const ids = locked.map(({ id }) => id);
        for (const table of ['observations', 'citations', 'mentions']) {
          await tx`delete from ${tx(table)} where org_id = ${orgId} and run_id = any(${ids})`;
        }
        await tx`update runs set extraction_version = ${EXTRACTION_VERSION}, lexicon_version = ${names.version}
          where org_id = ${orgId} and id = any(${ids})`;
        await writeExtractions(
          tx,
          orgId,
          stale
            .map(({ id, brandId }, at) => ({ runId: id, brandId, extraction: extractions[at]! }))
            .filter(({ runId }) => ids.includes(runId)),
        );
        await markDirty(
          tx,
          orgId,
          stale.map(({ month }) => month),
        );
      });
      after = stale.at(-1)!.id;
      done += stale.length;
      onProgress?.(done);
    }
  }

  /**
   * What would be kept of an answer under the names of now, and the places it rests on; nothing is kept.
   * @throws AppError not_found for the brand
   */
  async explain(orgId: string, answer: Answer): Promise<{ explanation: Explanation; brands: KnownBrand[] }> {
    const { version, brands } = await this.#currentNames(orgId);
    if (!brands.some(({ id }) => id === answer.brandId)) throw notFound('brand');
    const explanation = await this.#pool.explain(`${orgId} ${version}`, () => brands, answer);
    return { explanation, brands };
  }

  async #currentNames(orgId: string): Promise<Names> {
    const kept = this.#names.get(orgId);
    const [current] = await this.#db.sql<{ version: number; plan: Names['plan'] }[]>`
      select lexicon_version as version, plan from organisations where id = ${orgId}`;
    if (!current) throw new AppError('not_found', 'There is no such organisation.');
    if (kept?.version === current.version) return { ...kept, plan: current.plan };
    const names = await this.#db.tenant(orgId, (tx) => loadNames(tx, orgId));
    if (!names) throw new AppError('not_found', 'There is no such organisation.');
    this.#names.set(orgId, names);
    return names;
  }

  #extract(orgId: string, names: Names, answers: Answer[]): Promise<Extraction[]> {
    return this.#pool.extract(`${orgId} ${names.version}`, () => names.brands, answers);
  }

  #check(value: unknown, index: number, brands: Names['brands'], now: number): CheckedRun | RunResult {
    const externalId = (value as { externalId?: unknown } | null)?.externalId;
    const refuse = (error: ErrorCode, message: string): RunResult => ({
      index,
      ...(typeof externalId === 'string' ? { externalId: externalId.slice(0, 200) } : {}),
      status: 'refused',
      error,
      message,
    });
    const complaint = value === undefined ? 'This line is not valid JSON.' : this.#complaint(value);
    if (complaint !== null) return refuse('validation_error', complaint);
    const input = value as RunInput;
    const unstorable = unstorableField(input);
    if (unstorable) return refuse('validation_error', `${unstorable} holds a NUL or half a surrogate pair.`);
    const brand =
      input.brandId === undefined
        ? brands.find(({ name }) => name === input.brand)
        : brands.find(({ id }) => id === input.brandId);
    if (!brand) {
      if (input.brandId !== undefined) return refuse('not_found', 'brandId: there is no such brand.');
      if (input.brand === undefined) return refuse('validation_error', 'brand or brandId is required.');
      return refuse('not_found', `brand: no brand is named ${JSON.stringify(input.brand)}.`);
    }
    if (input.brandId !== undefined && input.brand !== undefined && input.brand !== brand.name) {
      return refuse(
        'validation_error',
        `brand: the brand with this brandId is named ${JSON.stringify(brand.name)}.`,
      );
    }
    const executedAt = new Date(input.executedAt);
    if (Number.isNaN(executedAt.getTime()))
      return refuse('validation_error', 'executedAt is not a time that exists.');
    if (executedAt.getTime() < FIRST_TIME_MS)
      return refuse('validation_error', 'executedAt must be 0001-01-01T00:00:00Z or later.');
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

  /** Sets apart what is kept already, and what the batch itself holds twice, so that it is extracted once. */
  async #withoutKnown(
    orgId: string,
    checked: CheckedRun[],
    results: RunResult[],
  ): Promise<{ fresh: CheckedRun[]; repeats: { run: CheckedRun; first: CheckedRun }[] }> {
    const kept = await this.#db.tenant(orgId, (tx) => findKept(tx, orgId, checked));
    const fresh = new Map<string, CheckedRun>();
    const repeats: { run: CheckedRun; first: CheckedRun }[] = [];
    for (const run of checked) {
      const { externalId } = run.input;
      const earlier = kept.get(externalId);
      const first = fresh.get(externalId);
      if (earlier) results[run.index] = unchanged(run, earlier);
      else if (first) repeats.push({ run, first });
      else fresh.set(externalId, run);
    }
    return { fresh: [...fresh.values()], repeats };
  }

  /** A run that the same call held before shares the first one's fate. */
  async #repeat(
    orgId: string,
    repeats: { run: CheckedRun; first: CheckedRun }[],
    results: RunResult[],
  ): Promise<void> {
    if (repeats.length === 0) return;
    const runs = repeats.map(({ run }) => run);
    const kept = await this.#db.tenant(orgId, (tx) => findKept(tx, orgId, runs));
    for (const { run, first } of repeats) {
      const earlier = kept.get(run.input.externalId);
      results[run.index] = earlier ? unchanged(run, earlier) : { ...results[first.index]!, index: run.index };
    }
  }

  /** Writes the runs that are new; false when the names changed meanwhile and nothing was written. */
  async #write(
    orgId: string,
    names: Names,
    fresh: CheckedRun[],
    extractions: Extraction[],
    results: RunResult[],
  ): Promise<boolean> {
    if (fresh.length === 0) return true;
    return this.#db.tenant(orgId, async (tx) => {
      // Held to the end: a change of names waits for us, or we see it here. Where a quota counts, one at a time.
      const limit = QUOTAS[names.plan].queries;
      const [organisation] = await (limit === null
        ? tx<
            Current[]
          >`select lexicon_version as version, plan from organisations where id = ${orgId} for share`
        : tx<
            Current[]
          >`select lexicon_version as version, plan from organisations where id = ${orgId} for update`);
      if (organisation?.version !== names.version || organisation.plan !== names.plan) return false;

      const queryIds = await findOrMakeQueries(tx, orgId, fresh, limit);
      const writable = fresh.filter((run) => {
        if (queryIds.has(queryKey(run))) return true;
        const { body } = quotaExceeded('queries', names.plan, limit ?? 0);
        const externalId = run.input.externalId;
        results[run.index] = {
          index: run.index,
          externalId,
          status: 'refused',
          error: body.error,
          message: body.message ?? '',
        };
        return false;
      });
      // In one order everywhere, so that two batches with the same runs do not wait for each other.
      writable.sort((a, b) => (a.input.externalId < b.input.externalId ? -1 : 1));
      const written = await tx<{ externalId: string }[]>`
        insert into runs (org_id, id, query_id, brand_id, platform, external_id, state, query_text, executed_at, model,
                          answer, sentiment_score, content_hash, extraction_version, lexicon_version)
        select ${orgId}, r.id, r.query_id, r.brand_id, r.platform, r.external_id, 'COMPLETED', r.query_text, r.executed_at,
               r.model, r.answer, r.sentiment_score, decode(r.content_hash, 'hex'), ${EXTRACTION_VERSION}, ${names.version}
        from ${rows(
          tx,
          writable.map((run) => ({
            id: run.id,
            query_id: queryIds.get(queryKey(run)),
            brand_id: run.brandId,
            platform: run.input.platform,
            external_id: run.input.externalId,
            query_text: run.input.queryText,
            executed_at: run.executedAt,
            model: run.input.model ?? null,
            answer: run.input.answer,
            sentiment_score: run.sentimentScore,
            content_hash: run.contentHash,
          })),
        )} as r(id text, query_id text, brand_id text, platform text, external_id text, query_text text,
                   executed_at timestamptz, model text, answer text, sentiment_score smallint, content_hash text)
        on conflict (org_id, external_id) do nothing
        returning external_id as "externalId"`;
      const created = new Set(written.map(({ externalId }) => externalId));
      const isCreated = (run: CheckedRun) => created.has(run.input.externalId);
      // Another call wrote these just now; the insert waited for it, so they are seen here.
      const others = await findKept(
        tx,
        orgId,
        writable.filter((run) => !isCreated(run)),
      );
      for (const run of writable) {
        const { index, input, id } = run;
        results[index] = isCreated(run)
          ? { index, externalId: input.externalId, status: 'created', id }
          : unchanged(run, others.get(input.externalId)!);
      }
      const extractionOf = new Map(fresh.map((run, at) => [run, extractions[at]!]));
      const kept = writable.filter(isCreated);
      await writeExtractions(
        tx,
        orgId,
        kept.map((run) => ({ runId: run.id, brandId: run.brandId, extraction: extractionOf.get(run)! })),
      );
      await markDirty(
        tx,
        orgId,
        kept.map(({ executedAt }) => `${executedAt.toISOString().slice(0, 7)}-01`),
      );
      return true;
    });
  }
}

function answerOf({ brandId, input }: CheckedRun): Answer {
  return {
    brandId,
    answer: input.answer,
    citations: (input.citations ?? []).map(({ url, title }) => ({ url, title: title ?? null })),
    sentimentScore: input.sentimentScore ?? null,
  };
}

type KeptRun = Pick<CheckedRun, 'id' | 'contentHash'>;

/** Those of the runs that are kept, by externalId. */
async function findKept(tx: Tx, orgId: string, runs: CheckedRun[]): Promise<Map<string, KeptRun>> {
  if (runs.length === 0) return new Map();
  const kept = await tx<(KeptRun & { externalId: string })[]>`
    select external_id as "externalId", id, encode(content_hash, 'hex') as "contentHash"
    from runs where org_id = ${orgId} and external_id = any(${runs.map(({ input }) => input.externalId)})`;
  return new Map(kept.map(({ externalId, ...run }) => [externalId, run]));
}

function unchanged(run: CheckedRun, earlier: KeptRun): RunResult {
  const { index, input, contentHash: hash } = run;
  const result: RunResult = { index, externalId: input.externalId, status: 'unchanged', id: earlier.id };
  return earlier.contentHash === hash ? result : { ...result, differs: true };
}

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
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
}

/** The field that Postgres could not keep as it is, if any. */
function unstorableField(input: RunInput): string | undefined {
  const isUnstorable = (text: string | null | undefined) =>
    text != null && (text.includes('\0') || !text.isWellFormed());
  for (const field of ['externalId', 'brandId', 'brand', 'queryText', 'answer', 'model'] as const) {
    if (isUnstorable(input[field])) return field;
  }
  const at = (input.citations ?? []).findIndex(({ url, title }) => isUnstorable(url) || isUnstorable(title));
  return at === -1 ? undefined : `citations[${at}]`;
}
