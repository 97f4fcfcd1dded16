import { setInterval } from 'node:timers';
import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { type Db, promptly } from '../../db/client.ts';
import { rows } from '../../db/rows.ts';

const WRITE_MS = 60_000;

interface Use {
  orgId: OrgId;
  keyId: string;
  at: number;
}

/**
 * The times at which API keys were last used: each request notes them in memory, and they are written once a minute.
 */
export class KeyUse {
  readonly #db: Db;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #seen = new Map<string, Use>();

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
    this.#timer = setInterval(() => void this.write(), WRITE_MS).unref();
  }

  /** Notes that a key was used now. */
  note(orgId: OrgId, keyId: string): void {
    const use = this.#seen.get(keyId);
    if (use) use.at = Date.now();
    else this.#seen.set(keyId, { orgId, keyId, at: Date.now() });
  }

  /** Writes the noted times; times that cannot be written stay noted for the next attempt. Never throws. */
  async write(): Promise<void> {
    const seen = this.#seen;
    this.#seen = new Map();
    try {
      for (const [orgId, uses] of Map.groupBy(seen.values(), (use) => use.orgId)) {
        await promptly(writeUses(this.#db, orgId, uses));
        for (const { keyId } of uses) seen.delete(keyId);
      }
    } catch (error) {
      if (!(error instanceof AppError)) this.#log.error({ error }, 'the last use of keys was not written');
      this.#seen = new Map([...seen, ...this.#seen]);
    }
  }

  /** Ends the timer and writes the noted times. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }
}

/** Writes the last uses of an organisation's keys, unless another process wrote a later time. */
async function writeUses(db: Db, orgId: OrgId, uses: Use[]): Promise<void> {
  const used = uses.map(({ keyId, at }) => ({ id: keyId, at: new Date(at) }));
  await db.tenant(
    orgId,
    (tx) => tx`
      update api_keys k set last_used_at = greatest(k.last_used_at, u.at)
      from ${rows(tx, 'u(id text, at timestamptz)', used)}
      where k.org_id = ${orgId} and k.id = u.id`,
  );
}
