import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../../api/client.ts';
import { Badge } from '../../../components/card.tsx';

type State = Schemas['PinState'] | Schemas['ExportState'];

/** How far something is that the server makes: a pin or an export. */
export const MAKING_STATES: Record<State, string> = {
  QUEUED: 'waits',
  RUNNING: 'is being made',
  READY: 'ready',
  COMPLETED: 'ready',
  FAILED: 'failed',
};

export const isBeingMade = ({ state }: { state: State }): boolean =>
  state === 'QUEUED' || state === 'RUNNING';

export function Making({
  state,
  reason,
  children,
}: {
  state: State;
  reason: string | null;
  children?: ComponentChildren;
}) {
  const kind = MAKING_STATES[state] === 'ready' ? 'good' : state === 'FAILED' ? 'bad' : undefined;
  return (
    <>
      <Badge kind={kind}>{MAKING_STATES[state]}</Badge>
      {reason !== null && <div class="small muted">{reason}</div>}
      <div class="small muted">{children}</div>
    </>
  );
}
