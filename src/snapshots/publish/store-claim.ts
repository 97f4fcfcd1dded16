import type { Log } from '../../base/log.ts';
import type { Sql } from '../../db/client.ts';
import { StoreRefused } from '../../files/object-store.ts';
import type { KnownStore, StoreMark } from '../../files/store-mark.ts';

/** The database's record of its stores. */
export async function knownStore(sql: Sql): Promise<KnownStore> {
  const [state] = await sql<KnownStore[]>`select identity, store_mark as mark from snapshot_state`;
  if (!state) throw new Error('snapshot_state is empty: the database is not migrated.');
  return state;
}

/**
 * Checks whether the database may publish to a store. The first store is claimed, because neither side knows the other
 * yet. A damaged mark of the database's own store is written again. Call it with the publish lock held.
 * @param sourceOf identity of the source database of the store's current snapshot; null: there is none
 * @throws StoreRefused if the store is not the database's
 */
export async function claimStore(
  sql: Sql,
  store: StoreMark,
  sourceOf: () => Promise<string | null>,
  log: Log,
): Promise<void> {
  const known = await knownStore(sql);
  const refusal = await store.refusal(known);
  if (refusal !== null) {
    if (!(await store.isDamaged()) || (await sourceOf()) !== known.identity) throw new StoreRefused(refusal);
    log.warn({ store: store.address }, 'the mark of the store was damaged; it is written again');
  } else if (known.mark !== null) return;
  await takeStore(sql, store, known);
}

/** Adds a store to the database's stores, taking it over from any other database. */
export async function takeStore(sql: Sql, store: StoreMark, { identity, mark }: KnownStore): Promise<void> {
  // The mark is written first: a database that knows a mark refuses a store without one.
  await store.put(mark ?? identity);
  await sql`update snapshot_state set store_mark = ${mark ?? identity} where store_mark is null`;
}
