import type { Log } from '../../base/log.ts';
import type { Sql } from '../../db/client.ts';
import { StoreRefused } from '../../files/object-store.ts';
import type { KnownStore, StoreMark } from '../../files/store-mark.ts';

/** What the database knows about its stores. */
export async function knownStore(sql: Sql): Promise<KnownStore> {
  const [state] = await sql<KnownStore[]>`select identity, store_mark as mark from snapshot_state`;
  if (!state) throw new Error('snapshot_state is empty: the database is not migrated.');
  return state;
}

/**
 * Looks whether the database may publish to a store. The first one is taken: neither says anything about the other
 * then. To be called with the lock of publishing held.
 * @param madeFrom identity of the database that the store's current snapshot was made from; null: there is none
 * @throws StoreRefused where it is not the database's
 */
export async function claimStore(
  sql: Sql,
  store: StoreMark,
  madeFrom: () => Promise<string | null>,
  log: Log,
): Promise<void> {
  const known = await knownStore(sql);
  const refusal = await store.refusal(known);
  if (refusal !== null) {
    if (!(await store.isDamaged()) || (await madeFrom()) !== known.identity) throw new StoreRefused(refusal);
    log.warn({ store: store.address }, 'the mark of the store was damaged; it is written again');
  } else if (known.mark !== null) return;
  await takeStore(sql, store, known);
}

/** Makes a store the database's, beside those that it has. What was another database's is this one's then. */
export async function takeStore(sql: Sql, store: StoreMark, { identity, mark }: KnownStore): Promise<void> {
  // The mark first: a database that knows one refuses a store without.
  await store.put(mark ?? identity);
  await sql`update snapshot_state set store_mark = ${mark ?? identity} where store_mark is null`;
}
