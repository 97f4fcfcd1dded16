import type { Readable, Writable } from 'node:stream';
import type postgres from 'postgres';
import type { Client, Query, Session } from './session.ts';

/** Gives a session to work that needs one. */
type RunOnSession = <R>(work: (session: Session) => Promise<R>) => Promise<R>;
// biome-ignore lint/suspicious/noExplicitAny: same as for any promise
type Rejected<B> = ((error: any) => B | PromiseLike<B>) | null;
type Rows = readonly (object | undefined)[];

/** A piece of SQL to embed in a statement. It is built by the client of the statement's session. */
export class Fragment {
  readonly #write: (client: Client) => unknown;

  constructor(write: (client: Client) => unknown) {
    this.#write = write;
  }

  /** Builds this fragment for a session's client. */
  readonly build = (client: Client): Query => this.#write(client) as Query;

  /** Converts a value of a statement for a session's client: a fragment, several, or a parameter. */
  static built(value: unknown, client: Client): unknown {
    if (value instanceof Fragment) return value.build(client);
    if (!Array.isArray(value)) return value;
    // Without a type, Postgres infers it; the package would use the type of the elements.
    return value[0] instanceof Fragment
      ? value.map((one) => one.build(client))
      : client.typed(value as never, 0);
  }
}

/** A statement. Like a query of the package, it is sent when its result is first requested. */
export class Statement<T extends Rows = postgres.Row[]>
  extends Fragment
  implements Promise<postgres.RowList<T>>
{
  readonly [Symbol.toStringTag] = 'Statement';
  readonly #run: RunOnSession;
  #result: Promise<unknown> | undefined;

  constructor(run: RunOnSession, write: (client: Client) => unknown) {
    super(write);
    this.#run = run;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is awaited, like a query of the package
  then<A = postgres.RowList<T>, B = never>(
    resolved?: ((result: postgres.RowList<T>) => A | PromiseLike<A>) | null,
    rejected?: Rejected<B>,
  ): Promise<A | B> {
    this.#result ??= this.#run((session) => session.run(this.build));
    return (this.#result as Promise<postgres.RowList<T>>).then(resolved, rejected);
  }

  catch<B = never>(rejected?: Rejected<B>): Promise<postgres.RowList<T> | B> {
    return this.then(undefined, rejected);
  }

  finally(settled?: (() => void) | null): Promise<postgres.RowList<T>> {
    return this.then().finally(settled);
  }

  /** The rows of a COPY TO STDOUT. */
  readable(): Promise<Readable> {
    return this.#run((session) => session.copyOut(this.build));
  }

  /** The input of a COPY FROM STDIN. */
  writable(): Promise<Writable> {
    return this.#run((session) => session.copyIn(this.build));
  }
}

type Value = postgres.SerializableParameter<number> | Fragment | readonly Fragment[];

/** The template tag for statements. It also escapes the name of a table or column. */
export interface Tag {
  <T extends Rows = postgres.Row[]>(strings: TemplateStringsArray, ...values: Value[]): Statement<T>;
  (name: string): Fragment;
  /** An unescaped statement with parameters. */
  unsafe<T extends Rows = postgres.Row[]>(
    text: string,
    parameters?: postgres.SerializableParameter<number>[],
  ): Statement<T>;
}

export function createTag(run: RunOnSession): Tag {
  const tag = (first: TemplateStringsArray | string, ...values: unknown[]) =>
    typeof first === 'string'
      ? new Fragment((client) => client(first))
      : new Statement(run, (client) =>
          client(first, ...(values.map((value) => Fragment.built(value, client)) as never[])),
        );
  const unsafe = (text: string, parameters: unknown[] = []) =>
    new Statement(run, (client) => client.unsafe(text, parameters as never[]));
  return Object.assign(tag, { unsafe }) as Tag;
}
