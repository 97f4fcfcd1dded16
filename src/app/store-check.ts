import type { Config } from '../base/config.ts';
import { OperatorError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Db } from '../db/client.ts';
import { StoreRefused, StoreUnavailable } from '../files/object-store.ts';
import { S3Store } from '../files/s3.ts';
import { StoreGuard, StoreMark } from '../files/store-mark.ts';
import { notedStoreRefusal, readCurrent, snapshotsFolder } from '../snapshots/manifest.ts';
import { knownStore } from '../snapshots/publish/store-claim.ts';

/**
 * Checks whether the snapshot store can be used. An unreachable store may come back: a server that has snapshots starts
 * without it.
 * @throws OperatorError
 */
export async function checkStore({ store: settings, filesDir }: Config, log: Log): Promise<void> {
  if (!settings) return;
  using store = new S3Store(settings);
  try {
    await store.check();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const has = (await readCurrent(snapshotsFolder(filesDir))) !== null;
    if (!has)
      throw new OperatorError(`AWS_ENDPOINT_URL: ${error.message}. There is no snapshot here either.`);
    log.warn({ reason: error.message }, 'starting with the snapshots that are here');
  }
}

/**
 * Why the snapshot store is not the database's, or has moved since the start, with the remedy, in a sentence; null: all
 * is well.
 * @param log logs it once; null: another process logs it
 */
export async function refusalOfStore(
  { store, storePath, filesDir }: Pick<Config, 'store' | 'storePath' | 'filesDir'>,
  { sql }: Pick<Db, 'sql'>,
  log: Log | null,
): Promise<() => Promise<string | null>> {
  // The process that follows an object store checks it and records the result.
  if (store !== null) return () => notedStoreRefusal(snapshotsFolder(filesDir));
  if (storePath === null) return async () => null;
  const guard = new StoreGuard(StoreMark.inFolder(storePath, filesDir), await knownStore(sql));
  let said: string | null = null;
  return async () => {
    const reason = await guard.refusal().catch((error) => {
      if (error instanceof StoreRefused) return error.message;
      throw error;
    });
    if (reason !== said && reason !== null) log?.error({ reason }, 'no other snapshot is served');
    said = reason;
    return reason;
  };
}
