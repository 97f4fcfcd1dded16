import { DamagedFile } from '../../base/durable-file.ts';
import { AppError, unavailable } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { Db } from '../../db/client.ts';
import type { PinnedSnapshots } from '../../reports/snapshot-reports.ts';
import { SCHEMA_VERSION } from '../../snapshots/manifest.ts';
import type { Lease } from '../../snapshots/serve/version.ts';
import type { PinFile } from './pin-files.ts';
import { fileJson } from './pin-rows.ts';
import type { Pin } from './pins.ts';
import { type PinServing, servingKey } from './serving.ts';

interface FoundPin extends Pick<Pin, 'id' | 'name' | 'state' | 'reason' | 'method'> {
  asOf: Date;
  schemaVersion: number;
  files: PinFile[];
}

/** The pins of the database, with their files in the data folder of this server or in the object store. */
export class StoredPins implements PinnedSnapshots {
  readonly #db: Db;
  readonly #serving: PinServing;
  readonly #log: Log;

  constructor(db: Db, serving: PinServing, log: Log) {
    this.#db = db;
    this.#serving = serving;
    this.#log = log;
  }

  async lease(orgId: OrgId, nameOrId: string): Promise<{ lease: Lease; method: number } | null> {
    let before: string | undefined;
    for (;;) {
      const pin = await this.#find(orgId, nameOrId);
      if (!pin) return null;
      refuseUnlessServed(pin);
      const key = servingKey(orgId, pin.files);
      try {
        return { lease: await this.#serving.lease(orgId, pin), method: pin.method };
      } catch (error) {
        if (!(error instanceof DamagedFile)) throw error;
        if (before !== key) {
          // Try again with the new key: its files may have been replaced just now, by files with fewer rows.
          before = key;
          continue;
        }
        this.#log.error({ orgId, pin: pin.id, reason: error.message }, 'ALARM: a pin cannot be served');
        throw new AppError(
          'snapshot_gone',
          `The files of the pin ${pin.name} are missing or damaged: a backup of the database does not hold them. Put them back (DATA_DIR/pins, or the store), or delete the pin.`,
          { cause: error },
        );
      }
    }
  }

  async #find(orgId: OrgId, nameOrId: string): Promise<FoundPin | undefined> {
    const [found] = await this.#db.tenant(
      orgId,
      (tx) => tx<FoundPin[]>`
        select id, name, state, reason, method, data_as_of as "asOf", schema_version as "schemaVersion",
               coalesce((select json_agg(${fileJson(tx)} order by f.name) from pin_files f
                         where f.org_id = ${orgId} and f.pin_id = pins.id), '[]') as files
        from pins where org_id = ${orgId} and expires_at > now() and (name = ${nameOrId} or id = ${nameOrId})`,
    );
    return found;
  }
}

/** @throws AppError unavailable, snapshot_gone */
function refuseUnlessServed({ name, state, reason, schemaVersion }: FoundPin): void {
  if (state === 'FAILED') throw new AppError('snapshot_gone', `The pin ${name} failed: ${reason}`);
  if (state !== 'READY') throw unavailable(`The pin ${name} is being made. Try again shortly.`);
  if (schemaVersion > SCHEMA_VERSION)
    throw unavailable(
      `The pin ${name} was made by a newer version of the server, which this one cannot read.`,
    );
}
