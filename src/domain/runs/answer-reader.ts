import { LRUCache } from 'lru-cache';
import { AppError, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { Db } from '../../db/client.ts';
import type { Explanation } from '../../extraction/explain.ts';
import { type ExtractionPool, isUnread, type Outcome, type Unread } from '../../extraction/pool.ts';
import type { Answer, KnownBrand } from '../../extraction/types.ts';
import { loadLexicon, type OrganisationLexicon } from '../brands/lexicon.ts';

const NAMES_KEPT = 200;

/** Reads answers by the names an organisation knows, off the event loop; keeps names as long as they are current. */
export class AnswerReader {
  readonly #db: Db;
  readonly #pool: ExtractionPool;
  readonly #log: Log | undefined;
  readonly #names = new LRUCache<string, OrganisationLexicon>({ max: NAMES_KEPT });

  /** @param log told of answers that could not be read */
  constructor(db: Db, pool: ExtractionPool, log?: Log) {
    this.#db = db;
    this.#pool = pool;
    this.#log = log;
  }

  /** The names as they are now. @throws AppError not_found */
  async currentLexicon(orgId: OrgId): Promise<OrganisationLexicon> {
    const kept = this.#names.get(orgId);
    const [current] = await this.#db.sql<{ version: number; plan: OrganisationLexicon['plan'] }[]>`
      select lexicon_version as version, plan from organisations where id = ${orgId}`;
    if (!current) throw notFound('organisation');
    if (kept?.version === current.version) return { ...kept, plan: current.plan };
    const names = await this.#db.tenant(orgId, (tx) => loadLexicon(tx, orgId));
    if (!names) throw notFound('organisation');
    this.#names.set(orgId, names);
    return names;
  }

  /**
   * One outcome an answer, in the same order; one that cannot be read fails alone.
   * @param only answers that hold none of these names are left out; its key names the content
   * @throws AppError unavailable where too many answers of the organisation wait
   */
  async extract(
    orgId: OrgId,
    names: OrganisationLexicon,
    answers: Answer[],
    only?: { key: string; brands: KnownBrand[] },
  ): Promise<Outcome[]> {
    const outcomes = await this.#pool.extract(poolNames(orgId, names), answers, only);
    for (const outcome of outcomes) if (isUnread(outcome)) this.#noteUnread(orgId, outcome);
    return outcomes;
  }

  /**
   * What would be kept of an answer under the names of now, and the places it rests on; nothing is kept.
   * @throws AppError not_found for the brand, unprocessable for an answer that cannot be read
   */
  async explain(orgId: OrgId, answer: Answer): Promise<{ explanation: Explanation; brands: KnownBrand[] }> {
    const names = await this.currentLexicon(orgId);
    const { brands } = names;
    if (!brands.some(({ id }) => id === answer.brandId)) throw notFound('brand');
    const explanation = await this.#pool.explain(poolNames(orgId, names), answer);
    if (isUnread(explanation)) {
      this.#noteUnread(orgId, explanation);
      throw new AppError('unprocessable', unreadableReason(explanation));
    }
    return { explanation, brands };
  }

  #noteUnread(orgId: OrgId, { unread: reason, error }: Unread): void {
    this.#log?.error({ orgId, reason, error }, 'an answer could not be read');
  }
}

function poolNames(orgId: OrgId, { version, brands }: OrganisationLexicon) {
  return { orgId, key: `${orgId} ${version}`, brands: () => brands };
}

/** Why an answer could not be read, for who sent it. */
export function unreadableReason({ unread: reason }: Unread): string {
  if (reason === 'TOO_SLOW')
    return 'The answer could not be read: it took too long with the names there are.';
  if (reason === 'TOO_LARGE')
    return 'The answer could not be read: it took too much memory with the names there are.';
  return 'The answer could not be read, by a fault of ours that is in the log of the server.';
}
