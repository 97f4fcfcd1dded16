import type { StoreConfig } from '../../base/config.ts';
import { S3Store } from '../../files/s3.ts';
import { StoreMark } from '../../files/store-mark.ts';
import { Collection } from './collection.ts';
import { SharedSnapshots } from './shared-snapshots.ts';

/** An open store of snapshots, for a process that publishes into it or follows it. */
export class Sharing {
  /** Address without credentials. */
  readonly address: string;
  readonly snapshots: SharedSnapshots;
  readonly collection: Collection;
  readonly mark: StoreMark;

  constructor(config: StoreConfig) {
    const store = new S3Store(config);
    this.address = store.address;
    this.snapshots = new SharedSnapshots(store);
    this.collection = new Collection(store);
    this.mark = StoreMark.inObjects(store, store.address);
  }
}
