import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from './button.tsx';

/** Loads a part of the page when it is first shown. */
export type Load = () => Promise<{ default: ComponentType }>;

/** A part whose script is loaded when it is first shown. */
export function Lazy({ load }: { load: Load }) {
  const [shown, setShown] = useState<{ of: Load; Component: ComponentType | null }>();
  useEffect(() => {
    let isCurrent = true;
    load().then(
      ({ default: Component }) => isCurrent && setShown({ of: load, Component }),
      () => isCurrent && setShown({ of: load, Component: null }),
    );
    return () => {
      isCurrent = false;
    };
  }, [load]);
  if (shown?.of !== load)
    return <div class="skeleton" style={{ height: '240px' }} role="status" aria-label="Loading" />;
  if (shown.Component === null)
    return (
      <div class="note row spread" data-kind="bad" role="alert">
        <span>A part of the page could not be loaded. Perhaps the server was updated meanwhile.</span>
        <Button onClick={() => location.reload()}>Load the page again</Button>
      </div>
    );
  return <shown.Component />;
}
