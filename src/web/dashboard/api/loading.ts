import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Store, useStore } from '../state/store.ts';
import { type AnswerOf, call, lastChange, type OperationId, type Sent, type Versioned } from './client.ts';
import { persistently } from './connection.ts';

/** Something of the server, as a screen shows it. */
export interface Data<T> {
  /** Undefined until it has arrived; while it is loaded anew, what was there before. */
  data: T | undefined;
  error: unknown;
  isLoading: boolean;
  reload(): void;
}

/** Loaded data by key: a screen that is opened again shows it at once, and newer data after it. */
const loaded = new Map<string, { data: unknown; at: number }>();
const MOST_LOADED = 200;
/** Requests under way, by their key: parts of a screen that show the same ask for it once. */
const underWay = new Map<string, { answer: Promise<unknown>; at: number }>();
/** Data this fresh is not requested again by another part of the page, unless something was changed. */
const FRESH_MS = 15_000;

/** Counts up when another person or organisation begins: what was asked for before is not kept. */
let era = 0;

/** Forgets all, since another person or organisation may see the next screen. */
export function forgetData(): void {
  era += 1;
  loaded.clear();
  underWay.clear();
}

/** Counts up when reports show more than what is on screen. */
const snapshots = new Store(0);

/** Loads anew what is shown, except what is being edited. */
export function reloadReports(): void {
  loaded.clear();
  underWay.clear();
  snapshots.set(snapshots.value + 1);
}

function keep(name: string, data: unknown): void {
  // Anew at the end, so that the oldest is the first to go.
  loaded.delete(name);
  if (loaded.size >= MOST_LOADED) loaded.delete(loaded.keys().next().value as string);
  loaded.set(name, { data, at: Date.now() });
}

const isFresh = (at: number) => Date.now() - at < FRESH_MS && at > lastChange.value;

/** Asks for something, or waits with who asked for it before. @param isAnew asks in any case */
function ask<T>(name: string, load: () => Promise<T>, isAnew: boolean): Promise<T> {
  const other = underWay.get(name);
  if (other && !isAnew && other.at > lastChange.value) return other.answer as Promise<T>;
  const answer = load().finally(() => {
    if (underWay.get(name)?.answer === answer) underWay.delete(name);
  });
  underWay.set(name, { answer, at: Date.now() });
  return answer;
}

/**
 * Loads data for a component, again whenever its key changes. Passing trouble is waited out, and what was loaded before
 * is shown meanwhile.
 * @param key names all that the data depends on; null loads nothing yet
 * @param isEdited whether a form begins with it, so that it stays as it is
 */
export function useData<T>(
  key: readonly unknown[] | null,
  load: () => Promise<T>,
  { isEdited = false } = {},
): Data<T> {
  const name = key === null ? null : JSON.stringify(key);
  const snapshot = useStore(snapshots);
  const [state, setState] = useState<{ name: string | null; data?: T; error?: unknown; isLoading: boolean }>({
    name: null,
    isLoading: key !== null,
  });
  const latest = useRef({ name, load });
  latest.current = { name, load };
  const asked = useRef(0);
  const shown = useRef(0);
  const waiting = useRef<AbortController | undefined>(undefined);
  const start = useCallback(
    (isAnew: boolean) => {
      if (name === null) return;
      setState((before) => ({ ...before, isLoading: true }));
      asked.current += 1;
      const [turn, of] = [asked.current, era];
      const settle = (outcome: { data: T } | { error: unknown }) => {
        // An older answer may arrive after a newer one, such as that after a change.
        if (of !== era || latest.current.name !== name || turn < shown.current) return;
        shown.current = turn;
        if ('data' in outcome) keep(name, outcome.data);
        setState({ name, ...outcome, isLoading: turn < asked.current });
      };
      waiting.current?.abort();
      waiting.current = new AbortController();
      const { signal } = waiting.current;
      persistently(() => ask(name, latest.current.load, isAnew), signal).then(
        (data) => settle({ data }),
        (error: unknown) => {
          if (!signal.aborted) settle({ error });
        },
      );
    },
    [name],
  );
  const reload = useCallback(() => start(true), [start]);
  useEffect(() => {
    const before = name === null ? undefined : loaded.get(name);
    if (before && !isEdited && isFresh(before.at))
      setState({ name, data: before.data as T, isLoading: false });
    else start(isEdited);
    return () => waiting.current?.abort();
  }, [start, isEdited ? 0 : snapshot]);
  if (name === null) return { data: undefined, error: undefined, isLoading: false, reload };
  const isOfKey = state.name === name;
  const data = isOfKey && state.data !== undefined ? state.data : (loaded.get(name)?.data as T | undefined);
  return { data, error: isOfKey ? state.error : undefined, isLoading: !isOfKey || state.isLoading, reload };
}

/** Loads what an operation answers, again whenever something else is sent. @param sent null loads nothing yet */
export function useAnswer<Id extends OperationId>(id: Id, sent: Sent<Id> | null = {}): Data<AnswerOf<Id>> {
  return useData(sent === null ? null : [id, sent], () => call(id, sent ?? {}));
}

/**
 * Loads something to be edited. What an earlier visit loaded is not shown meanwhile: a form would begin with it.
 * @param key names it; null loads nothing
 */
export function useVersioned<T>(
  key: readonly unknown[] | null,
  load: () => Promise<Versioned<T>>,
): Data<Versioned<T>> {
  const loaded = useData(key, load, { isEdited: true });
  return loaded.isLoading ? { ...loaded, data: undefined } : loaded;
}

/** A change that a person asks for. */
export interface Action<Args extends unknown[]> {
  /** Resolves to whether it succeeded; the error is in `error` otherwise. */
  run(...args: Args): Promise<boolean>;
  isBusy: boolean;
  error: unknown;
  clear(): void;
}

/** Runs one change at a time, and keeps its error to be shown beside what caused it. */
export function useAction<Args extends unknown[]>(change: (...args: Args) => Promise<unknown>): Action<Args> {
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({
    isBusy: false,
    error: undefined,
  });
  const busy = useRef(false);
  return {
    ...state,
    clear: () => setState({ isBusy: false, error: undefined }),
    async run(...args) {
      if (busy.current) return false;
      busy.current = true;
      setState({ isBusy: true, error: undefined });
      try {
        await change(...args);
        setState({ isBusy: false, error: undefined });
        return true;
      } catch (error) {
        setState({ isBusy: false, error });
        return false;
      } finally {
        busy.current = false;
      }
    },
  };
}

interface Page<Row> {
  data: Row[];
  total: number;
  next: string | null;
}

/** The rows of a list that were loaded so far. */
export interface List<Row> {
  rows: Row[];
  total: number;
  hasMore: boolean;
}

/** Pages of a list as one. @param load the first page, or the one after a cursor @param most pages that are loaded */
export async function pagesOf<Row>(
  load: (after: { after?: string }) => Promise<Page<Row>>,
  most: number,
): Promise<Page<Row>> {
  let page = await load({});
  const data = [...page.data];
  for (let count = 1; count < most && page.next !== null; count += 1) {
    page = await load({ after: page.next });
    data.push(...page.data);
  }
  return { ...page, data };
}

/**
 * Loads a list page by page. A reload loads as many pages as are shown.
 * @param key names all that the list depends on; null loads nothing yet
 * @param load a page: the first one, or the one after a cursor
 */
export function useList<Row>(
  key: readonly unknown[] | null,
  load: (after: { after?: string }) => Promise<Page<Row>>,
): Data<List<Row>> & { more: Action<[]> } {
  const name = JSON.stringify(key);
  const pages = useRef({ of: name, count: 1 });
  if (pages.current.of !== name) pages.current = { of: name, count: 1 };
  const first = useData(key, () => pagesOf(load, pages.current.count));
  // Further pages follow the load that they were asked for after; the next one has them.
  const [further, setFurther] = useState<{ of: unknown; rows: Row[]; next: string | null }>();
  const followed = further?.of === first.data ? further : undefined;
  const next = followed ? followed.next : (first.data?.next ?? null);
  const more = useAction(async () => {
    const page = await load(next === null ? {} : { after: next });
    pages.current.count += 1;
    setFurther({ of: first.data, rows: [...(followed?.rows ?? []), ...page.data], next: page.next });
  });
  const data = first.data && {
    rows: [...first.data.data, ...(followed?.rows ?? [])],
    total: first.data.total,
    hasMore: next !== null,
  };
  return { ...first, data, more };
}

type ListId = Extract<OperationId, `list${string}`>;
/** A row of a list. */
export type RowOf<Id extends ListId> = AnswerOf<Id> extends { data: (infer Row)[] } ? Row : never;

/** The most rows a list gives in one answer: most lists are then here as a whole, and can be searched. */
const MOST_ROWS = 1000;

/** The rows of a list by the id of its operation. @param query conditions; `limit` is the size of a page */
export function useRows<Id extends ListId>(
  id: Id,
  query: Partial<NonNullable<Sent<Id>['query']>> = {},
  path?: Sent<Id>['path'],
) {
  return useList<RowOf<Id>>([id, path, query], (after) => {
    const sent = { path, query: { limit: MOST_ROWS, ...query, ...after } } as unknown as Sent<Id>;
    return call(id, sent) as unknown as Promise<Page<RowOf<Id>>>;
  });
}

/** Loads again and again while something is under way: one load at a time, and none while the page is hidden. */
export function usePolling(
  { reload, isLoading }: Pick<Data<unknown>, 'reload' | 'isLoading'>,
  isUnderWay: boolean,
  everyMs = 3_000,
): void {
  const isBusy = useRef(isLoading);
  isBusy.current = isLoading;
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => {
      if (!document.hidden && !isBusy.current) reload();
    }, everyMs);
    return () => clearInterval(timer);
  }, [reload, isUnderWay, everyMs]);
}
