import type { ErrorCode } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { rows } from '../../db/rows.ts';
import type { Explanation } from '../../extraction/explain.ts';
import { EXTRACTION_VERSION } from '../../extraction/extract.ts';
import { type ExtractionPool, isUnread } from '../../extraction/pool.ts';
import type { Answer, Extraction, KnownBrand } from '../../extraction/types.ts';
import { noteRunsChanged } from '../../snapshots/changes.ts';
import type { OrganisationLexicon } from '../brands/lexicon.ts';
import { type Actor, audit } from '../organisations/audit.ts';
import { QUOTAS, quotaExceeded } from '../organisations/quotas.ts';
import { findOrMakeQueries, queryKey } from '../queries/of-ingested-runs.ts';
import { AnswerReader, unreadableReason } from './answer-reader.ts';
import { answerOf, type CheckedRun, checkRun, type RunResult } from './checks.ts';
import { emitCompleted } from './events.ts';
import { writeExtractions } from './observations.ts';
import { reextract } from './reextraction.ts';

export type { RunInput } from './checks.ts';
export type IngestResult = components['schemas']['IngestResult'];

/** What ingestion depends on, as it is when it writes. */
type Current = Pick<OrganisationLexicon, 'version' | 'plan'>;

/** Keeps answers: checks each run alone, extracts off the event loop, writes each batch in one transaction. */
export class Ingestion {
  readonly #db: Db;
  readonly reader: AnswerReader;
  /** What is wrong with a run by the contract; null when it is fine. */
  readonly #complaint: (run: unknown) => string | null;

  constructor(db: Db, pool: ExtractionPool, complaint: (run: unknown) => string | null, log?: Log) {
    this.#db = db;
    this.reader = new AnswerReader(db, pool, log);
    this.#complaint = complaint;
  }

  /**
   * Keeps runs (at most a few thousand a call). Each one is created, unchanged (its externalId is kept
   * already) or refused with its reason; results are in the order of the inputs.
   * @param options.allowed ids of the brands that the sender is limited to, for whom there are no others; null: all.
   * @param options.tells whether webhooks are told of the new runs.
   * @param options.actor who is to be in the audit log, with one entry for all that is new.
   */
  async ingest(
    orgId: OrgId,
    inputs: unknown[],
    {
      allowed = null,
      tells = false,
      actor,
    }: { allowed?: readonly string[] | null; tells?: boolean; actor?: Actor | undefined } = {},
  ): Promise<IngestResult> {
    const results: RunResult[] = new Array(inputs.length);
    const now = Date.now();
    for (;;) {
      const names = await this.reader.currentLexicon(orgId);
      const brands = names.brands.filter(({ id }) => allowed === null || allowed.includes(id));
      const checked: CheckedRun[] = [];
      inputs.forEach((input, index) => {
        const run = checkRun(input, index, { brands, now, complaint: this.#complaint });
        if ('status' in run) results[index] = run;
        else checked.push(run);
      });
      const { fresh, repeats } = await this.#withoutKnown(orgId, checked, results);
      const outcomes = await this.reader.extract(orgId, names, fresh.map(answerOf));
      const readable: ReadRun[] = [];
      fresh.forEach((run, at) => {
        const outcome = outcomes[at]!;
        if (outcome !== null && !isUnread(outcome)) readable.push({ ...run, extraction: outcome });
        else if (outcome !== null)
          results[run.index] = refused(run, 'unprocessable', unreadableReason(outcome));
      });
      if (await this.#write({ orgId, names, tells, actor }, readable, results)) {
        await this.#repeat(orgId, repeats, results);
        break;
      }
      // The names or the plan changed while the answers were read: read them again under the new ones.
    }
    const count = (status: RunResult['status']) =>
      results.filter((result) => result.status === status).length;
    return { created: count('created'), unchanged: count('unchanged'), refused: count('refused'), results };
  }

  /** As `reextraction.ts` has it. @returns how many runs were read. */
  reextract(orgId: OrgId, options: Parameters<typeof reextract>[3] = {}): Promise<number> {
    return reextract(this.#db, this.reader, orgId, options);
  }

  /** As AnswerReader has it. */
  explain(orgId: OrgId, answer: Answer): Promise<{ explanation: Explanation; brands: KnownBrand[] }> {
    return this.reader.explain(orgId, answer);
  }

  /** Sets apart what is kept already, and what the batch itself holds twice, so that it is extracted once. */
  async #withoutKnown(
    orgId: OrgId,
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
    orgId: OrgId,
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
    {
      orgId,
      names,
      tells,
      actor,
    }: { orgId: OrgId; names: OrganisationLexicon; tells: boolean; actor: Actor | undefined },
    fresh: ReadRun[],
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

      const queryIds = await findOrMakeQueries(tx, orgId, fresh, names.plan);
      const writable = fresh.filter((run) => {
        if (queryIds.has(queryKey(run))) return true;
        const { body } = quotaExceeded('queries', names.plan, limit ?? 0);
        results[run.index] = refused(run, body.error, body.message ?? '');
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
      const isCreated = (run: ReadRun) => created.has(run.input.externalId);
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
      const kept = writable.filter(isCreated);
      await writeExtractions(
        tx,
        orgId,
        kept.map(({ id, brandId, extraction }) => ({ runId: id, brandId, extraction })),
      );
      await noteRunsChanged(
        tx,
        orgId,
        kept.map(({ executedAt }) => `${executedAt.toISOString().slice(0, 7)}-01`),
      );
      if (actor && kept.length > 0)
        await audit(tx, actor, {
          action: 'ingestRuns',
          targetType: 'organisation',
          targetId: orgId,
          details: { created: kept.length },
        });
      if (tells)
        await emitCompleted(
          tx,
          orgId,
          kept.map(({ id }) => id),
        );
      return true;
    });
  }
}

/** A run with what its answer says. */
type ReadRun = CheckedRun & { extraction: Extraction };

function refused({ index, input }: CheckedRun, error: ErrorCode, message: string): RunResult {
  return { index, externalId: input.externalId, status: 'refused', error, message };
}

type KeptRun = Pick<CheckedRun, 'id' | 'contentHash'>;

/** Those of the runs that are kept, by externalId. */
async function findKept(tx: Tx, orgId: OrgId, runs: CheckedRun[]): Promise<Map<string, KeptRun>> {
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
