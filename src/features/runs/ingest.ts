import { dayOf } from '../../base/days.ts';
import type { ErrorCode } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { inBatches, rows } from '../../db/rows.ts';
import { textArray } from '../../db/sessions/types.ts';
import { mapInSlices } from '../../engine/loop-slices.ts';
import { isUnread } from '../../extraction/pool.ts';
import type { Extraction } from '../../extraction/types.ts';
import { EXTRACTION_VERSION } from '../../extraction/version.ts';
import { noteRunsChanged } from '../../snapshots/changes.ts';
import { noteLateAnswers } from '../answer-retention/retention.ts';
import { type Actor, audit } from '../audit/audit.ts';
import type { OrganisationLexicon } from '../brands/lexicon.ts';
import { identityColumn } from '../prompts/identity.ts';
import { findOrMakeQueries, queryKey } from '../prompts/of-ingested-runs.ts';
import { quotaExceeded } from '../quotas/quotas.ts';
import { type AnswerReader, unreadableReason } from './answer-reader.ts';
import { answerOf, BLANK_ANSWER, type CheckedRun, checkRun, type RunResult } from './checks.ts';
import { citationsFrom } from './citations-from.ts';
import { emitCompleted, emitFailed } from './events.ts';
import { type WritableNames, writableVersion } from './names-version.ts';
import { writeExtractions } from './observations.ts';
import { TableStatistics } from './statistics.ts';
import { type DryRun, tryReextraction } from './versions/dry-run.ts';
import type { Scope } from './versions/pass.ts';
import { reextract } from './versions/reextraction.ts';

export type { RunInput } from './checks.ts';
export type IngestResult = components['schemas']['IngestResult'];

/** Runs and mentions whose events are written together: 50,000 take 0.8 s of the event loop. */
const MOST_MENTIONS = 1_000;
/** Characters of answers in one statement: 16 MB at once would take 30 ms to make and send. */
const MOST_CHARACTERS = 2_000_000;

/** Stores runs: checks each one alone, extracts off the event loop, writes each batch in one transaction. */
export class Ingestion {
  readonly #db: Db;
  readonly reader: AnswerReader;
  /** The run's breach of the contract, a sentence; null: none. */
  readonly #complaint: (run: unknown) => string | null;
  readonly #statistics: TableStatistics;

  /** @param complaint gives a run's breach of the contract, a sentence; null: none */
  constructor(
    db: Db,
    reader: AnswerReader,
    complaint: (run: unknown) => string | null,
    statistics = new TableStatistics(),
  ) {
    this.#db = db;
    this.reader = reader;
    this.#complaint = complaint;
    this.#statistics = statistics;
  }

  /** The same ingestion with another access to the database. */
  over(db: Db): Ingestion {
    return new Ingestion(db, this.reader, this.#complaint, this.#statistics);
  }

  /**
   * Stores runs, at most a few thousand per call. Each one is created, unchanged (a run with its externalId exists) or
   * refused with a reason; results are in the order of the inputs.
   * @param options.allowed ids of the brands that the sender is limited to: other brands do not exist for it; null:
   *   all
   * @param options.emitsEvents whether events of the new runs are emitted to webhooks
   * @param options.actor the actor of the single audit log entry for all new runs; undefined: no entry
   * @throws AppError not_found for the organisation, unavailable if too many of its answers wait for extraction
   */
  async ingest(
    orgId: OrgId,
    inputs: unknown[],
    {
      allowed = null,
      emitsEvents = false,
      actor,
    }: {
      allowed?: readonly string[] | null;
      emitsEvents?: boolean;
      actor?: Actor | undefined;
    } = {},
  ): Promise<IngestResult> {
    const results: RunResult[] = new Array(inputs.length);
    const now = Date.now();
    for (let round = 1; ; round += 1) {
      const { lexicon, fresh, repeats } = await this.#checked(orgId, inputs, { allowed, now, results });
      const readable: ReadRun[] = fresh
        .filter(({ answer }) => answer === null)
        .map((run) => ({ ...run, extraction: null }));
      const answered = fresh.filter(({ answer }) => answer !== null);
      for (const { item: run, outcome } of await this.reader.extract(orgId, lexicon, answered, answerOf)) {
        if (isUnread(outcome)) results[run.index] = refused(run, 'unprocessable', unreadableReason(outcome));
        else if (outcome.isBlank) results[run.index] = refused(run, 'validation_error', BLANK_ANSWER);
        else readable.push({ ...run, extraction: outcome });
      }
      if (await this.#write({ orgId, lexicon, round, emitsEvents, actor }, readable, results)) {
        await this.#resolveRepeats(orgId, repeats, results);
        break;
      }
    }
    const count = (status: RunResult['status']) =>
      results.filter((result) => result.status === status).length;
    const created = count('created');
    await this.#statistics.noteNew(this.#db, orgId, created);
    return { created, unchanged: count('unchanged'), refused: count('refused'), results };
  }

  /** What `ingest` would do with runs, as far as is known without reading their answers. Nothing is stored. */
  async preview(orgId: OrgId, inputs: unknown[], allowed: readonly string[] | null): Promise<RunResult[]> {
    const results: RunResult[] = new Array(inputs.length);
    const { fresh, repeats } = await this.#checked(orgId, inputs, { allowed, now: Date.now(), results });
    for (const { index, input, warnings } of fresh)
      results[index] = { index, externalId: input.externalId, status: 'created', ...warnings };
    for (const { run } of repeats)
      results[run.index] = { index: run.index, externalId: run.input.externalId, status: 'unchanged' };
    return results;
  }

  /** Checks each run by itself, and separates those that are stored already. */
  async #checked(
    orgId: OrgId,
    inputs: unknown[],
    { allowed, now, results }: { allowed: readonly string[] | null; now: number; results: RunResult[] },
  ) {
    const lexicon = await this.reader.currentLexicon(orgId);
    const brands = lexicon.brands.filter(({ id }) => allowed === null || allowed.includes(id));
    const checked: CheckedRun[] = [];
    await mapInSlices(inputs, (input, index) => {
      const run = checkRun(input, index, { brands, now, complaint: this.#complaint });
      if ('status' in run) results[index] = run;
      else checked.push(run);
    });
    return { lexicon, ...(await this.#withoutKnown(orgId, checked, results)) };
  }

  /** See `reextract` in reextraction.ts. @returns how many runs were read */
  reextract(orgId: OrgId, options: Parameters<typeof reextract>[3] = {}): Promise<number> {
    return reextract(this.#db, this.reader, orgId, options);
  }

  /** See `tryReextraction` in versions/dry-run.ts. */
  tryReextraction(orgId: OrgId, scope: Scope, onProgress: (read: number) => void): Promise<DryRun> {
    return tryReextraction(this.#db, this.reader, orgId, scope, onProgress);
  }

  /** See AnswerReader. */
  explain(...input: Parameters<AnswerReader['explain']>): ReturnType<AnswerReader['explain']> {
    return this.reader.explain(...input);
  }

  /**
   * Separates runs that are stored already, and repeats of an externalId within the batch, so that each run is
   * extracted once.
   */
  async #withoutKnown(
    orgId: OrgId,
    checked: CheckedRun[],
    results: RunResult[],
  ): Promise<{ fresh: CheckedRun[]; repeats: { run: CheckedRun; first: CheckedRun }[] }> {
    const stored = await this.#db.tenant(orgId, (tx) => findStored(tx, orgId, checked));
    const fresh = new Map<string, CheckedRun>();
    const repeats: { run: CheckedRun; first: CheckedRun }[] = [];
    for (const run of checked) {
      const { externalId } = run.input;
      const earlier = stored.get(externalId);
      const first = fresh.get(externalId);
      if (earlier) results[run.index] = unchanged(run, earlier);
      else if (first) repeats.push({ run, first });
      else fresh.set(externalId, run);
    }
    return { fresh: [...fresh.values()], repeats };
  }

  /** Derives the result of each repeated externalId from the batch's first run with it. */
  async #resolveRepeats(
    orgId: OrgId,
    repeats: { run: CheckedRun; first: CheckedRun }[],
    results: RunResult[],
  ): Promise<void> {
    if (repeats.length === 0) return;
    const runs = repeats.map(({ run }) => run);
    const stored = await this.#db.tenant(orgId, (tx) => findStored(tx, orgId, runs));
    for (const { run, first } of repeats) {
      const earlier = stored.get(run.input.externalId);
      const ofFirst = results[first.index];
      if (earlier) results[run.index] = unchanged(run, earlier);
      else if (ofFirst) results[run.index] = { ...ofFirst, index: run.index };
      else throw new Error('A run of this batch has no result.');
    }
  }

  /**
   * Writes the new runs.
   * @returns false if nothing was written and the answers must be read again: see writableVersion
   */
  async #write(
    {
      orgId,
      lexicon,
      round,
      emitsEvents,
      actor,
    }: {
      orgId: OrgId;
      lexicon: OrganisationLexicon;
      round: number;
      emitsEvents: boolean;
      actor: Actor | undefined;
    },
    fresh: ReadRun[],
    results: RunResult[],
  ): Promise<boolean> {
    if (fresh.length === 0) return true;
    return this.#db.tenant(orgId, async (tx) => {
      const names = await writableVersion(tx, orgId, lexicon, round);
      if (!names) return false;
      const { plan, queryLimit, version } = names;
      const allowed = { plan, queryLimit, brands: lexicon.brands };
      const queryIds = await findOrMakeQueries(tx, orgId, fresh, allowed);
      const writable: QueriedRun[] = [];
      for (const run of fresh) {
        const queryId = queryIds.get(queryKey(run));
        if (queryId !== undefined) writable.push({ ...run, queryId });
        else results[run.index] = overQuota(run, names);
      }
      // Batches with the same runs insert them in the same order, to avoid deadlocks.
      writable.sort((a, b) => (a.input.externalId < b.input.externalId ? -1 : 1));
      const created = await insertRuns(tx, orgId, writable, version);
      const isCreated = ({ input }: QueriedRun) => created.has(input.externalId);
      // Another call has just written the other runs; the insert waited for it, so they are visible here.
      const others = await findStored(
        tx,
        orgId,
        writable.filter((run) => !isCreated(run)),
      );
      for (const run of writable) {
        const { index, input, id } = run;
        const other = others.get(input.externalId);
        if (isCreated(run))
          results[index] = {
            index,
            externalId: input.externalId,
            status: 'created',
            id,
            ...run.warnings,
          };
        else if (other) results[index] = unchanged(run, other);
        else throw new Error('A run was neither written nor found.');
      }
      await recordCreated(tx, orgId, writable.filter(isCreated), { emitsEvents, actor });
      return true;
    });
  }
}

/** Inserts runs, except if their externalId is taken. @returns the externalIds of the inserted runs */
async function insertRuns(
  tx: Tx,
  orgId: OrgId,
  runs: QueriedRun[],
  lexiconVersion: number,
): Promise<Set<string>> {
  const inserted = new Set<string>();
  for (const batch of inBatches(runs, ({ answer }) => (answer ?? '').length + 1_000, MOST_CHARACTERS))
    for (const externalId of await insertBatch(tx, orgId, batch, lexiconVersion)) inserted.add(externalId);
  return inserted;
}

async function insertBatch(
  tx: Tx,
  orgId: OrgId,
  runs: QueriedRun[],
  lexiconVersion: number,
): Promise<string[]> {
  const inserted = await tx<{ externalId: string }[]>`
    insert into runs (org_id, id, query_id, brand_id, platform, external_id, state, query_text, executed_at, model,
                      country, answer, language, sentiment_score, content_hash, extraction_version, lexicon_version,
                      surface, searched, search_count, search_queries, identity, prompt, failure, citations_from)
    select o.id, r.id, r.query_id, r.brand_id, r.platform, r.external_id, r.state, r.query_text, r.executed_at,
           r.model, r.country, r.answer, r.language, r.sentiment_score, decode(r.content_hash, 'hex'),
           case when r.state = 'COMPLETED' then ${EXTRACTION_VERSION}::smallint end,
           case when r.state = 'COMPLETED' then ${lexiconVersion}::bigint end, r.surface, r.searched, r.search_count,
           r.search_queries::text[], r.identity, nullif(coalesce(q.prompt, q.query_text), r.query_text), r.failure,
           r.citations_from
    from organisations o cross join ${rows(
      tx,
      `r(id text, query_id text, brand_id text, platform text, external_id text, state text, query_text text,
         executed_at timestamptz, model text, country text, answer text, language text, sentiment_score smallint,
         content_hash text, surface text, searched boolean, search_count integer, search_queries text, identity text,
         failure text, citations_from text)`,
      runs.map((run) => ({
        id: run.id,
        query_id: run.queryId,
        brand_id: run.brandId,
        platform: run.platform,
        external_id: run.input.externalId,
        state: run.state,
        query_text: run.input.queryText,
        identity: identityColumn(run.input.queryText),
        executed_at: run.executedAt,
        model: run.input.model ?? null,
        country: run.input.country ?? null,
        answer: run.answer,
        language: run.extraction?.language ?? null,
        sentiment_score: run.sentimentScore,
        content_hash: run.contentHash,
        surface: run.input.surface ?? null,
        searched: run.search.searched,
        search_count: run.search.count,
        search_queries: run.search.queries && textArray(run.search.queries),
        failure: run.input.failure?.trim() || null,
        citations_from: run.extraction && citationsFrom(run.origin, run.extraction),
      })),
    )}
    join queries q on q.org_id = ${orgId} and q.id = r.query_id
    where o.id = ${orgId}
    on conflict (org_id, external_id) do nothing
    returning external_id as "externalId"`;
  return inserted.map(({ externalId }) => externalId);
}

/** Writes what belongs to new runs: extractions, the changed days, answers past their time, the audit log and events. */
async function recordCreated(
  tx: Tx,
  orgId: OrgId,
  runs: QueriedRun[],
  { emitsEvents, actor }: { emitsEvents: boolean; actor: Actor | undefined },
): Promise<void> {
  const answered = runs.flatMap(({ extraction, ...run }) =>
    extraction === null ? [] : [{ ...run, extraction }],
  );
  const times = answered.map(({ executedAt }) => executedAt);
  await writeExtractions(
    tx,
    orgId,
    answered.map(({ id, brandId, extraction }) => ({ runId: id, brandId, extraction })),
  );
  await noteRunsChanged(tx, orgId, times.map(dayOf));
  await noteLateAnswers(tx, orgId, times);
  if (actor && runs.length > 0)
    await audit(tx, actor, {
      action: 'ingestRuns',
      targetType: 'organisation',
      targetId: orgId,
      details: { created: runs.length },
    });
  if (!emitsEvents) return;
  await emitFailed(
    tx,
    orgId,
    runs.filter(({ state }) => state === 'FAILED').map(({ id }) => id),
  );
  for (const batch of inBatches(answered, ({ extraction }) => 1 + extraction.citations.length, MOST_MENTIONS))
    await emitCompleted(
      tx,
      orgId,
      batch.map(({ id }) => id),
    );
}

/** A run with the extraction from its answer; null: it has none. */
type ReadRun = CheckedRun & { extraction: Extraction | null };
type QueriedRun = ReadRun & { queryId: string };

/** The result of a run whose query would exceed the organisation's limit. */
function overQuota(run: CheckedRun, { plan, queryLimit: limit }: WritableNames): RunResult {
  if (limit === null) throw new Error('The organisation has no limit of queries, and yet a run has none.');
  const { code, message } = quotaExceeded('queries', plan, limit, limit);
  return refused(run, code, message);
}

function refused({ index, input }: CheckedRun, error: ErrorCode, message: string): RunResult {
  return { index, externalId: input.externalId, status: 'refused', error, message };
}

/** @see citationsFrom */
type StoredRun = Pick<CheckedRun, 'id' | 'contentHash'> & { citationsFrom: string | null };

/** The runs among these that are stored already, by externalId. */
async function findStored(tx: Tx, orgId: OrgId, runs: CheckedRun[]): Promise<Map<string, StoredRun>> {
  if (runs.length === 0) return new Map();
  const stored = await tx<(StoredRun & { externalId: string })[]>`
    select external_id as "externalId", id, encode(content_hash, 'hex') as "contentHash",
           citations_from as "citationsFrom"
    from runs where org_id = ${orgId} and external_id = any(${runs.map(({ input }) => input.externalId)})`;
  return new Map(stored.map(({ externalId, ...run }) => [externalId, run]));
}

/** The result of a run that is stored already; its message mentions different content. */
function unchanged(run: CheckedRun, { id, contentHash, citationsFrom: from }: StoredRun): RunResult {
  // The hash, which is older, is the same for no list of citations and an empty one.
  const isOfText = from === null ? null : from.startsWith('TEXT');
  const differs =
    contentHash !== run.contentHash || (isOfText !== null && isOfText === (run.origin === 'SENT'));
  const { index, input, warnings } = run;
  const { externalId } = input;
  return { index, externalId, status: 'unchanged', id, ...(differs && { differs }), ...warnings };
}
