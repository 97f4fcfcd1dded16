import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Store, useStore } from '../state/store.ts';
import { lastChange } from './client.ts';
import { persistently } from './connection.ts';

/** What a screen shows of something that the server has. */
export interface Data<T> {
  /** Undefined until it has arrived; while it is loaded anew, what was there before. */
  data: T | undefined;
  error: unknown;
  isLoading: boolean;
  reload(): void;
}

/** What was loaded, by its key: a screen that is opened again shows it at once, and what is new after it. */
const loaded = new Map<string, { data: unknown; at: number }>();
const MOST_LOADED = 200;
/** Requests under way, by their key: parts of a screen that show the same ask for it once. */
const underWay = new Map<string, { answer: Promise<unknown>; at: number }>();
/** What was loaded a moment ago is not asked for again by another part of the page, unless something was changed. */
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
