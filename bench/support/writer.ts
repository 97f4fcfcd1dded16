import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../src/base/errors.ts';
import type { OrgId } from '../../src/base/ids.ts';
import { type Db, openDb, type Tx } from '../../src/db/client.ts';
import { ExtractionPool } from '../../src/extraction/pool.ts';
import { createOrganisation, deleteOrganisation } from '../../src/features/accounts/organisation.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { brands, updateBrand } from '../../src/features/brands/brands.ts';
import { competitors, createCompetitor, deleteCompetitor } from '../../src/features/brands/competitors.ts';
import { putBrands } from '../../src/features/brands/import.ts';
import { listMentions, updateMention } from '../../src/features/mentions/mentions.ts';
import { AnswerReader } from '../../src/features/runs/answer-reader.ts';
import { Ingestion } from '../../src/features/runs/ingest.ts';
import { createRunCheck } from '../../src/server/dispatch/validation.ts';
import { Random } from './random.ts';

const BRANDS = ['Lumenfold', 'Halden', 'Quill'];
const RIVALS = ['Norvell', 'Astrid', 'Pemberly'];
const ORGANISATIONS = 5;
/** Milliseconds, at most, that a transaction rests after its last write and before its commit. */
const LONGEST_REST = 250;
/** Milliseconds over which the writes of a round begin. */
const ROUND_MS = 300;
const ROUND_DEADLINE_MS = 60_000;

/**
 * Writes to organisations with the program's own functions, many at once, in an order and with pauses that follow from
 * a seed. Transactions rest before they commit, so that publications begin and end between a write and its commit.
 */
export class Writer {
  readonly #random: Random;
  readonly #db: Db;
  readonly #pool: ExtractionPool = new ExtractionPool({ threads: 1 });
  readonly #ingestion: Ingestion;
  readonly #organisations: OrgId[] = [];
  #made = 0;
  /** For each transaction, when it began and ended to rest; milliseconds since the epoch. */
  readonly rests: { from: number; to: number }[] = [];

  private constructor(db: Db, seed: number) {
    this.#random = new Random(seed);
    this.#db = { ...db, tenant: (orgId, work) => db.tenant(orgId, (tx) => this.#rested(tx, work)) };
    this.#ingestion = new Ingestion(this.#db, new AnswerReader(this.#db, this.#pool), createRunCheck());
  }

  static async open(url: string, seed: number): Promise<Writer> {
    const writer = new Writer(await openDb(url), seed);
    while (writer.#organisations.length < ORGANISATIONS) await writer.#addOrganisation();
    return writer;
  }

  /** Starts some writes within ROUND_MS; settles when all have committed. */
  async round(count: number): Promise<void> {
    const writes = Array.from({ length: count }, () => {
      const [delay, write] = [this.#random.below(ROUND_MS), this.#chosen()];
      // Refusals by the rules (a name that is taken, what another write deleted) are part of the round.
      return sleep(delay).then(() =>
        write().catch((error) => {
          if (!(error instanceof AppError)) throw error;
        }),
      );
    });
    const late = AbortSignal.timeout(ROUND_DEADLINE_MS);
    const overdue = new Promise<never>((_, failed) => {
      late.onabort = () => failed(new Error('Writes of the round never ended.'));
    });
    await Promise.race([Promise.all(writes), overdue]);
  }

  async close(): Promise<void> {
    await this.#pool.close();
    await this.#db.close();
  }

  async #rested<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await work(tx);
    const [{ isWrite } = { isWrite: false }] = await tx<{ isWrite: boolean }[]>`
      select pg_current_xact_id_if_assigned() is not null as "isWrite"`;
    if (isWrite) {
      const from = Date.now();
      await sleep(this.#random.below(LONGEST_REST));
      this.rests.push({ from, to: Date.now() });
    }
    return result;
  }

  /** A write whose choices are made now, so that they follow from the seed and not from which write comes first. */
  #chosen(): () => Promise<unknown> {
    const random = this.#random;
    const orgId = random.of(this.#organisations);
    const actor = operator(orgId);
    const [percent, pick, number] = [random.below(100), random.below(1000), random.below(10_000)];
    if (percent < 45) {
      const runs = this.#runs();
      return () => this.#ingestion.ingest(orgId, runs);
    }
    if (percent < 65)
      return async () => {
        const { data } = await listMentions(this.#db, orgId, {
          limit: 50,
          offset: 0,
          dismissed: pick % 4 === 0,
          start: null,
          end: null,
        });
        const mention = data[pick % data.length];
        const change = [{ dismissed: true }, { dismissed: false }, { sentimentScore: number / 100 }][
          pick % 3
        ]!;
        if (mention) await this.#db.tenant(orgId, (tx) => updateMention(tx, actor, mention.id, change));
      };
    if (percent < 80)
      return async () => {
        const filter = { limit: 50, offset: 0, archived: pick % 5 === 0 };
        const { data } = await this.#db.tenant(orgId, (tx) => brands.list(tx, orgId, filter));
        const brand = data[pick % data.length];
        const change =
          pick % 2 === 0 ? { name: `${BRANDS[pick % 3]} ${number}` } : { archived: pick % 4 === 1 };
        if (brand) await this.#db.tenant(orgId, (tx) => updateBrand(tx, actor, brand.id, change));
      };
    if (percent < 88)
      return async () => {
        const filter = { limit: 50, offset: 0, archived: pick % 5 === 0 };
        const { data } = await this.#db.tenant(orgId, (tx) => brands.list(tx, orgId, filter));
        const brandId = data[pick % data.length]?.id;
        if (brandId === undefined) return;
        const page = { brandId, limit: 50, offset: 0 };
        const { data: known } = await this.#db.tenant(orgId, (tx) => competitors.list(tx, orgId, page));
        const competitor = known[pick % Math.max(1, known.length)];
        if (competitor && pick % 2 === 0)
          await this.#db.tenant(orgId, (tx) => deleteCompetitor(tx, actor, competitor.id));
        else await createCompetitor(this.#db, actor, brandId, { name: `${RIVALS[pick % 3]} ${number}` });
      };
    if (percent < 96) return () => this.#ingestion.reextract(orgId, { scope: 'ALL' });
    return async () => {
      await this.#addOrganisation();
      this.#organisations.splice(this.#organisations.indexOf(orgId), 1);
      await deleteOrganisation(this.#db, orgId);
    };
  }

  /** Runs of three months; some have the external id of an earlier one. */
  #runs(): object[] {
    const random = this.#random;
    return Array.from({ length: 1 + random.below(12) }, () => {
      const [brand, rival] = [random.of(BRANDS), random.of(RIVALS)];
      const at = Date.UTC(2025, random.below(3), 1 + random.below(28), random.below(24));
      return {
        externalId: `run-${random.below(2_000)}`,
        brand,
        platform: random.of(['CHATGPT', 'CLAUDE', 'GEMINI']),
        queryText: `Which lamp is best for room ${random.below(4)}?`,
        executedAt: new Date(at).toISOString(),
        answer: `${random.of([brand, 'Nobody'])} is liked. Some prefer ${rival}. ${random.below(1_000)} say so.`,
        citations: Array.from({ length: random.below(3) }, (_, n) => ({
          url: `https://guide${n}.example/${random.below(50)}`,
        })),
      };
    });
  }

  async #addOrganisation(): Promise<void> {
    this.#made += 1;
    const name = `Writer ${this.#made}`;
    const { id } = await createOrganisation(this.#db, {
      name,
      plan: 'CUSTOM',
      email: `owner-${this.#made}-${Date.now()}@writer.example`,
      password: 'a password of the benchmark',
    });
    const brands = BRANDS.map((brand) => ({
      name: brand,
      competitors: RIVALS.map((rival) => ({ name: rival })),
    }));
    await putBrands(this.#db, id, brands);
    this.#organisations.push(id);
  }
}
