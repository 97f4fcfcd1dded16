import type { ComponentType } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { ApiError, messageOf, SERVER } from '../api/client.ts';
import { persistently } from '../api/connection.ts';
import { Button } from './button.tsx';

/** Loads a part of the page when it is first shown. */
export type Load = () => Promise<{ default: ComponentType }>;

/** The server has another version of the page meanwhile, without this one's scripts. */
class Outdated extends Error {
  constructor() {
    super('Sightline was updated. Load the page again to go on.');
  }
}

/**
 * A script of the page by its address.
 * @throws Outdated where the server has it no more; ApiError, TypeError where it cannot say now
 */
async function script<Module>(address: string): Promise<Module> {
  const url = `${SERVER}/${address}`;
  try {
    return await import(url);
  } catch {
    // Browsers do not say what an import fails of.
    const { ok, status, headers } = await fetch(url);
    if (status === 404) throw new Outdated();
    if (!ok) throw new ApiError(status, undefined, headers);
    // They also remember the failure, by the whole address.
    return import(`${url}#${Date.now()}`);
  }
}

/**
 * What the second script exports, screens/later.ts. One request brings all of it: scripts of their own would be dozens
 * of small files.
 */
export async function fromLater<Part>(name: string): Promise<Part> {
  const address = document.querySelector<HTMLElement>('script[data-later]')?.dataset['later'] ?? '';
  const part = (await script<Record<string, Part>>(address))[name];
  if (part === undefined) throw new Error(`screens/later.ts has no ${name}.`);
  return part;
}

/** A screen of the second script. */
export const later =
  (name: string): Load =>
  async () => ({ default: await fromLater<ComponentType>(name) });

/** A part whose script is loaded when it is first shown. */
export function Lazy({ load }: { load: Load }) {
  const [shown, setShown] = useState<{ of: Load; Component?: ComponentType; error?: unknown }>();
  // Before the screen is painted: what is there already is shown at once.
  useLayoutEffect(() => {
    const waiting = new AbortController();
    const show = (outcome: { Component: ComponentType } | { error: unknown }) => {
      if (!waiting.signal.aborted) setShown({ of: load, ...outcome });
    };
    persistently(load, waiting.signal).then(
      ({ default: Component }) => show({ Component }),
      (error: unknown) => show({ error }),
    );
    return () => waiting.abort();
  }, [load]);
  if (shown?.of === load && shown.Component) return <shown.Component />;
  if (shown?.of === load)
    return (
      <div class="note row spread" data-kind="bad" role="alert">
        <span>{messageOf(shown.error)}</span>
        <Button onClick={() => location.reload()}>Load the page again</Button>
      </div>
    );
  return <div class="skeleton" style={{ height: '240px' }} role="status" aria-label="Loading" />;
}
