import { LRUCache } from 'lru-cache';
import { AppError, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { Db } from '../../db/client.ts';
import type { Explanation } from '../../extraction/explain.ts';
import type { NamingSnippet, PhraseBeside } from '../../extraction/names/phrases-beside.ts';
import { type ExtractionPool, isUnread, type Outcome, type Unread } from '../../extraction/pool.ts';
import type { Answer, Extraction, KnownBrand } from '../../extraction/types.ts';
import { type NamesDraft, withDraft } from '../brands/draft.ts';
import { loadLexicon, type OrganisationLexicon } from '../brands/lexicon.ts';

const CACHED_LEXICONS = 200;

/** An item with the extraction from its answer. */
interface ReadItem<Item> {
  item: Item;
  outcome: Extraction | Unread;
}

type Pool = Pick<ExtractionPool, 'extract' | 'explain' | 'phrasesBeside'>;

/**
 * Extracts mentions, positions and sentiments from answers by an organisation's lexicon, in the threads of the
 * extraction pool. Lexicons are cached while their version is current.
 */
export class AnswerReader {
  readonly #db: Db;
  readonly #pool: Pool;
  readonly #log: Log | undefined;
  readonly #lexicons = new LRUCache<string, OrganisationLexicon>({ max: CACHED_LEXICONS });

  /** @param log gets the errors of unreadable answers */
  constructor(db: Db, pool: Pool, log?: Log) {
    this.#db = db;
    this.#pool = pool;
    this.#log = log;
  }

  /** The organisation's current lexicon. @throws AppError not_found */
  async currentLexicon(orgId: OrgId): Promise<OrganisationLexicon> {
    const cached = this.#lexicons.get(orgId);
    const [current] = await this.#db.sql<{ version: number; plan: OrganisationLexicon['plan'] }[]>`
      select lexicon_version as version, plan from organisations where id = ${orgId}`;
    if (!current) throw notFound('organisation');
    if (cached?.version === current.version) return { ...cached, plan: current.plan };
    const lexicon = await this.#db.tenant(orgId, (tx) => loadLexicon(tx, orgId));
    if (!lexicon) throw notFound('organisation');
    this.#lexicons.set(orgId, lexicon);
    return lexicon;
  }

  /**
   * Extracts from the answer of each item. An unreadable answer does not affect the others.
   * @returns the items in the same order
   * @throws AppError unavailable if too many answers of the organisation wait
   */
  async extract<Item>(
    orgId: OrgId,
    lexicon: OrganisationLexicon,
    items: readonly Item[],
    answerOf: (item: Item) => Answer,
  ): Promise<ReadItem<Item>[]> {
    const outcomes = await this.#extract(orgId, lexicon, items.map(answerOf));
    return items.map((item, at) => ({ item, outcome: read(outcomes[at]) }));
  }

  /** Like `extract`, for one answer. */
  async extractOne(orgId: OrgId, lexicon: OrganisationLexicon, answer: Answer): Promise<Extraction | Unread> {
    const [outcome] = await this.#extract(orgId, lexicon, [answer]);
    return read(outcome);
  }

  /**
   * Like `extract`, for the answers that contain one of some names; the others are left out.
   * @param only the names; its key is never used for other names
   */
  async extractWhereNamed<Item extends Answer>(
    orgId: OrgId,
    lexicon: OrganisationLexicon,
    items: readonly Item[],
    only: { key: string; brands: KnownBrand[] },
  ): Promise<ReadItem<Item>[]> {
    const outcomes = await this.#extract(orgId, lexicon, [...items], only);
    return items.flatMap((item, at) => {
      const outcome = outcomes[at];
      return outcome === null ? [] : [{ item, outcome: read(outcome) }];
    });
  }

  /**
   * What would be stored of an answer under the current lexicon, with positions in the answer. Nothing is stored.
   * @param draft changes of names that apply as if they were saved
   * @throws AppError not_found for the brand, and for the draft's subject; unprocessable for an unreadable answer,
   *   validation_error for the draft
   */
  async explain(
    orgId: OrgId,
    answer: Answer,
    draft?: NamesDraft,
  ): Promise<{ explanation: Explanation; brands: KnownBrand[] }> {
    const current = await this.currentLexicon(orgId);
    const lexicon = draft === undefined ? current : withDraft(current, draft, 'draft.');
    const { brands } = lexicon;
    if (!brands.some(({ id }) => id === answer.brandId)) throw notFound('brand');
    const explanation = await this.#pool.explain(poolNames(orgId, lexicon), answer);
    if (isUnread(explanation)) {
      this.#logUnread(orgId, explanation);
      throw new AppError('unprocessable', unreadableReason(explanation));
    }
    return { explanation, brands };
  }

  /** The phrases that names form with adjacent words. @throws AppError unavailable */
  phrasesBeside(orgId: string, snippets: readonly NamingSnippet[]): Promise<PhraseBeside[]> {
    return this.#pool.phrasesBeside(orgId, snippets);
  }

  async #extract(
    orgId: OrgId,
    lexicon: OrganisationLexicon,
    answers: Answer[],
    only?: { key: string; brands: KnownBrand[] },
  ): Promise<Outcome[]> {
    const outcomes = await this.#pool.extract(poolNames(orgId, lexicon), answers, only);
    for (const outcome of outcomes) if (isUnread(outcome)) this.#logUnread(orgId, outcome);
    return outcomes;
  }

  #logUnread(orgId: OrgId, { unread: reason, error }: Unread): void {
    this.#log?.error({ orgId, reason, error }, 'an answer could not be read');
  }
}

/** The lexicon in the form of the extraction pool. */
function poolNames(orgId: OrgId, { version, brands, draft = '' }: OrganisationLexicon) {
  return { orgId, key: `${orgId} ${version} ${draft}`, brands: () => brands };
}

function read(outcome: Outcome | undefined): Extraction | Unread {
  if (!outcome) throw new Error('The extraction pool returned no outcome for an answer.');
  return outcome;
}

/** Why an answer could not be read, for the sender. */
export function unreadableReason({ unread: reason }: Unread): string {
  if (reason === 'TOO_SLOW')
    return 'The answer could not be read: it took too long with the names there are.';
  if (reason === 'TOO_LARGE')
    return 'The answer could not be read: it took too much memory with the names there are.';
  return 'The answer could not be read, by a fault of ours that is in the log of the server.';
}
