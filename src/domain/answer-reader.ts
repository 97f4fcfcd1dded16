import { LRUCache } from 'lru-cache';
import type { Db } from '../db.ts';
import { notFound } from '../errors.ts';
import type { Explanation } from '../extraction/explain.ts';
import type { Answer, Extraction, KnownBrand } from '../extraction/extract.ts';
import type { ExtractionPool } from '../extraction/pool.ts';
import { loadNames, type Names } from './names.ts';

const NAMES_KEPT = 200;

/** Reads answers by the names an organisation knows, off the event loop; keeps names as long as they are current. */
export class AnswerReader {
  readonly #db: Db;
  readonly #pool: ExtractionPool;
  readonly #names = new LRUCache<string, Names>({ max: NAMES_KEPT });

  constructor(db: Db, pool: ExtractionPool) {
    this.#db = db;
    this.#pool = pool;
  }

  /** The names as they are now. @throws AppError not_found */
  async currentNames(orgId: string): Promise<Names> {
    const kept = this.#names.get(orgId);
    const [current] = await this.#db.sql<{ version: number; plan: Names['plan'] }[]>`
      select lexicon_version as version, plan from organisations where id = ${orgId}`;
    if (!current) throw notFound('organisation');
    if (kept?.version === current.version) return { ...kept, plan: current.plan };
    const names = await this.#db.tenant(orgId, (tx) => loadNames(tx, orgId));
    if (!names) throw notFound('organisation');
    this.#names.set(orgId, names);
    return names;
  }

  /** One extraction an answer, in the same order. */
  extract(orgId: string, names: Names, answers: Answer[]): Promise<Extraction[]> {
    return this.#pool.extract(`${orgId} ${names.version}`, () => names.brands, answers);
  }

  /**
   * What would be kept of an answer under the names of now, and the places it rests on; nothing is kept.
   * @throws AppError not_found for the brand
   */
  async explain(orgId: string, answer: Answer): Promise<{ explanation: Explanation; brands: KnownBrand[] }> {
    const { version, brands } = await this.currentNames(orgId);
    if (!brands.some(({ id }) => id === answer.brandId)) throw notFound('brand');
    const explanation = await this.#pool.explain(`${orgId} ${version}`, () => brands, answer);
    return { explanation, brands };
  }
}
