import { useEffect, useRef } from 'preact/hooks';
import type { Data } from './use-data.ts';

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
