import { useEffect, useReducer } from 'preact/hooks';

/** A value that several parts of the page show. */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }

  /** @returns ends the subscription */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** The value of a store; the component is drawn again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const { value } = store;
  useEffect(() => {
    // It may have changed between the drawing and this subscription.
    if (!Object.is(store.value, value)) redraw(undefined);
    return store.subscribe(() => redraw(undefined));
  }, [store]);
  return value;
}
