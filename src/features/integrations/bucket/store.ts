import { randomUUID } from 'node:crypto';
import type { OrgId } from '../../../base/ids.ts';
import { isStoreFailure, StoreRefused } from '../../../files/object-store.ts';
import { S3Store } from '../../../files/s3.ts';
import type { StoreNames } from '../../../files/s3-responses.ts';
import type { Outbound } from '../../../outbound/addresses.ts';
import { checked, type IntegrationCheck } from '../checks.ts';
import { bucketUrl, type IntegrationSettings } from '../config.ts';
import { type KnownManifest, MANIFEST, parseManifest } from './manifest.ts';

/** A manifest of fifty years is below this, and so is a page of a list. A larger answer is refused. */
const MOST_BYTES = 2 << 20;
const CHECK_MS = 10_000;

const NAMES: StoreNames = {
  store: 'The bucket',
  endpoint: 'config.baseUrl',
  region: 'config.region',
  bucket: 'config.bucket',
  accessKeyId: 'config.accessKeyId',
  secretAccessKey: 'config.secretAccessKey',
  sessionToken: 'config.accessKeyId',
};

/**
 * Opens the bucket of an integration. Its address is checked here and again at each connection.
 * @param signal ends all calls
 * @throws StoreRefused for an address that may not be called
 */
export function openBucket(
  outbound: Outbound,
  settings: IntegrationSettings,
  secretAccessKey: string,
  signal: AbortSignal,
): S3Store {
  const endpoint = bucketUrl(settings);
  const refusal = outbound.urlRefusal(endpoint);
  if (refusal !== null) throw new StoreRefused(`config.baseUrl ${refusal}`);
  const { bucket = '', prefix = '', region = '', accessKeyId = '' } = settings;
  return new S3Store(
    {
      endpoint,
      region,
      bucket,
      prefix: prefix === '' ? '' : `${prefix}/`,
      accessKeyId,
      secretAccessKey,
      sessionToken: undefined,
    },
    { names: NAMES, lookup: outbound.lookup, signal, mostBytes: MOST_BYTES },
  );
}

/**
 * The manifest in an organisation's bucket; null: there is none yet.
 * @throws StoreRefused where the prefix belongs to something else; otherwise as ObjectStore
 */
export async function readManifest(store: S3Store, orgId: OrgId): Promise<KnownManifest | null> {
  const found = await store.get(MANIFEST);
  if (found === null || found === 'unchanged') return null;
  const manifest = parseManifest(found.content.toString());
  if (manifest?.organisation === orgId) return manifest;
  const whose = manifest === null ? 'is not ours' : 'is that of another organisation';
  throw new StoreRefused(`config.prefix: the ${MANIFEST} there ${whose}. Choose another prefix.`);
}

/** Writes, lists, reads and deletes a small object in a bucket. @returns `ok: false` with the reason and the fix */
export async function checkBucket(
  outbound: Outbound,
  orgId: OrgId,
  settings: IntegrationSettings,
  secretAccessKey: string,
): Promise<IntegrationCheck> {
  const signal = AbortSignal.timeout(CHECK_MS);
  try {
    using store = openBucket(outbound, settings, secretAccessKey, signal);
    await readManifest(store, orgId);
    const key = `sightline-check-${randomUUID()}`;
    await store.put(key, key);
    try {
      const reason = await useObject(store, key);
      if (reason !== null) return checked(reason);
    } finally {
      await store.remove(key);
    }
    return checked((await store.head(key)) === null ? null : 'It keeps an object that was deleted.');
  } catch (error) {
    if (signal.aborted) return checked(`It did not answer within ${CHECK_MS / 1000} s.`);
    if (isStoreFailure(error)) return checked((error as Error).message);
    throw error;
  }
}

/** Why a small object cannot be found and read, a sentence; null: it can. */
async function useObject(store: S3Store, key: string): Promise<string | null> {
  let isListed = false;
  for await (const object of store.list(key)) isListed ||= object.key === key;
  if (!isListed) return 'It does not list an object that was written.';
  const found = await store.get(key);
  const isSame = found !== null && found !== 'unchanged' && found.content.toString() === key;
  return isSame ? null : 'It does not give back what was written.';
}
