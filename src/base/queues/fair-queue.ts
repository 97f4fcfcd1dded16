import { tooBusy } from '../errors.ts';

/** Tasks that may wait for one organisation: some thousand answers. */
const MOST_WAITING = 512;

/**
 * A queue that serves organisations in turn: an organisation that queues much waits behind itself, not in front of
 * others.
 */
export class FairQueue<Work> {
  /** By organisation, in the order in which they are served. */
  readonly #waiting = new Map<string, Work[]>();

  readonly #message: string;
  readonly #mostWaiting: number;

  /** @param message of refusals @param mostWaiting of one organisation */
  constructor(message: string, mostWaiting = MOST_WAITING) {
    this.#message = message;
    this.#mostWaiting = mostWaiting;
  }

  /** @throws AppError unavailable if too much work of the organisation waits already */
  push(orgId: string, work: Work): void {
    const own = this.#waiting.get(orgId);
    if (own === undefined) this.#waiting.set(orgId, [work]);
    else if (own.length < this.#mostWaiting) own.push(work);
    else throw tooBusy(this.#message);
  }

  /** The organisation's oldest waiting work; undefined: none. */
  first(orgId: string): Work | undefined {
    return this.#waiting.get(orgId)?.[0];
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Takes the next work out of the queue; undefined: none. */
  shift(): Work | undefined {
    const [next] = this.#waiting;
    if (next === undefined) return undefined;
    const [orgId, own] = next;
    this.#waiting.delete(orgId);
    const work = own.shift();
    if (own.length > 0) this.#waiting.set(orgId, own);
    return work;
  }
}
