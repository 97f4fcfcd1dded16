import type { Config } from '../base/config.ts';
import { OperatorError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { readCurrent, snapshotsFolder } from '../snapshots/manifest.ts';
import { StoreUnavailable } from '../store/object-store.ts';
import { S3Store } from '../store/s3.ts';

/**
 * Looks whether the store of snapshots can be used. One that is away may come back: a server that has snapshots starts
 * without it. @throws OperatorError
 */
export async function checkStore({ store: settings, filesDir }: Config, log: Log): Promise<void> {
  if (!settings) return;
  const store = new S3Store(settings);
  try {
    await store.check();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const has = (await readCurrent(snapshotsFolder(filesDir))) !== null;
    if (!has)
      throw new OperatorError(`AWS_ENDPOINT_URL: ${error.message}. There is no snapshot here either.`);
    log.warn({ reason: error.message }, 'starting with the snapshots that are here');
  } finally {
    store.close();
  }
}
