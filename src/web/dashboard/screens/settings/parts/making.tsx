import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../../api/client.ts';
import { badgeColumn, type Said } from '../../../components/list/columns.tsx';
import type { Column } from '../../../components/table/table.tsx';

/** A pin or an export, which the server makes. */
interface Made {
  state: Schemas['PinState'] | Schemas['ExportState'];
  reason: string | null;
}

const STATES: Record<Made['state'], Said> = {
  QUEUED: ['waits'],
  RUNNING: ['is being made'],
  READY: ['ready', 'good'],
  COMPLETED: ['ready', 'good'],
  FAILED: ['failed', 'bad'],
};

export const isBeingMade = ({ state }: Pick<Made, 'state'>): boolean =>
  state === 'QUEUED' || state === 'RUNNING';

/** How far it is. @param note said where there is no reason */
export const makingColumn = <Row extends Made>(
  note: (row: Row) => ComponentChildren = () => null,
): Column<Row> =>
  badgeColumn(
    'State',
    ({ state }) => STATES[state],
    (row) => row.reason ?? note(row),
  );
