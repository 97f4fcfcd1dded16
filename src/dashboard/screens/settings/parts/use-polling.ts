import { useEffect } from 'preact/hooks';

/** Loads again and again while something is under way, and not while the page is hidden. */
export function usePolling(reload: () => void, isUnderWay: boolean, everyMs = 3_000): void {
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, everyMs);
    return () => clearInterval(timer);
  }, [reload, isUnderWay, everyMs]);
}
