import { mkdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { checkedJson, parseCheckedJson, replaceFile } from '../base/durable-file.ts';
import { type ObjectStore, StoreRefused } from './object-store.ts';

const MARK = 'STORE';

/** The database's record of its stores. */
export interface KnownStore {
  /** Identity of the database. It becomes the mark of a store that the database claims. */
  identity: string;
  /** The mark of the database's stores; null: it has claimed none yet. */
  mark: string | null;
}

/** The mark of a store names the database that the store belongs to. */
export class StoreMark {
  /** The store as named in SNAPSHOT_STORE. */
  readonly address: string;
  readonly #read: () => Promise<string | null>;
  readonly #write: (text: string) => Promise<void>;
  /** Why the address now leads to another store than at the start; null if it does not. */
  readonly #moved: () => Promise<string | null>;

  private constructor(
    address: string,
    read: () => Promise<string | null>,
    write: (text: string) => Promise<void>,
    moved: () => Promise<string | null> = async () => null,
  ) {
    this.address = address;
    this.#read = read;
    this.#write = write;
    this.#moved = moved;
  }

  /** @param path as configured @param folder where the path led at the start */
  static inFolder(path: string, folder: string): StoreMark {
    const file = join(folder, MARK);
    const moved = async () => {
      const now = await realpath(path).catch(() => null);
      if (now === folder) return null;
      const where = now === null ? 'is gone' : `leads to ${now} now`;
      return `SNAPSHOT_STORE: ${path} ${where}, and led to ${folder} at the start. Put it back, or restart to use it as it is.`;
    };
    const read = () =>
      readFile(file, 'utf8').catch((error) => {
        if (error.code === 'ENOENT') return null;
        throw new StoreRefused(`SNAPSHOT_STORE: ${file} cannot be read (${error.code}).`);
      });
    const write = async (text: string) => {
      await mkdir(folder, { recursive: true });
      replaceFile(file, text);
    };
    return new StoreMark(`file:${path}`, read, write, moved);
  }

  static inObjects(store: ObjectStore, address: string): StoreMark {
    const read = async () => {
      const found = await store.get(MARK);
      return found === null || found === 'unchanged' ? null : found.content.toString();
    };
    return new StoreMark(address, read, async (text) => void (await store.put(MARK, text)));
  }

  /** @throws as ObjectStore */
  async put(mark: string): Promise<void> {
    await this.#write(checkedJson({ mark }));
  }

  /** Whether the mark exists but cannot be read. @throws as ObjectStore */
  async isDamaged(): Promise<boolean> {
    return (await this.#find()) === 'damaged';
  }

  /**
   * Why a database may not use this store, with the remedy; null if it may.
   * @throws as ObjectStore
   */
  async refusal({ identity, mark }: KnownStore): Promise<string | null> {
    const moved = await this.#moved();
    if (moved !== null) return moved;
    const found = await this.#find();
    if (found === (mark ?? identity) || (found === null && mark === null)) return null;
    const [what, cause] =
      found === null
        ? ['lacks the mark of this database', 'Mount it, or correct the variable']
        : found === 'damaged'
          ? [`has a damaged mark (${MARK})`, 'Put it back']
          : ['is the store of another database', 'Correct the variable'];
    return `SNAPSHOT_STORE: ${this.address} ${what}. ${cause}; or, to use it from now on, run: sightline store adopt`;
  }

  async #find(): Promise<string | null> {
    const text = await this.#read();
    if (text === null) return null;
    try {
      const { mark } = parseCheckedJson(text);
      return typeof mark === 'string' && mark !== '' ? mark : 'damaged';
    } catch {
      return 'damaged';
    }
  }
}

/** Checks a store repeatedly, for a process that reads from it. */
export class StoreGuard {
  readonly #mark: StoreMark;
  #known: KnownStore;

  /** @param known what the database knew at the start */
  constructor(mark: StoreMark, known: KnownStore) {
    this.#mark = mark;
    this.#known = known;
  }

  /** Like StoreMark.refusal. Once a mark was seen, it is expected from then on. */
  async refusal(): Promise<string | null> {
    const refusal = await this.#mark.refusal(this.#known);
    const { identity, mark } = this.#known;
    if (
      refusal === null &&
      mark === null &&
      (await this.#mark.refusal({ identity, mark: identity })) === null
    )
      this.#known = { identity, mark: identity };
    return refusal;
  }
}
