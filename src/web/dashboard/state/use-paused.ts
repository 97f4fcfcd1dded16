import { useEffect, useState } from 'preact/hooks';

/** A value once it has stayed the same for a moment, so that not each key asks the server. */
export function usePaused(value: string, ms = 400): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return paused;
}
