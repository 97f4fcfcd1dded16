import { Store, useStore } from '../state/store.ts';

const toasts = new Store<readonly { id: number; text: string }[]>([]);
let next = 1;

/** Says for some seconds that something was done, to screen readers too. */
export function toast(text: string): void {
  const one = { id: next++, text };
  toasts.set([...toasts.value, one]);
  setTimeout(() => toasts.set(toasts.value.filter((other) => other !== one)), 5_000);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {useStore(toasts).map(({ id, text }) => (
        <div key={id} class="toast">
          {text}
        </div>
      ))}
    </div>
  );
}
