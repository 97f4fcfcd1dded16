import { formatDay } from '../../../../../presentation/numbers.ts';
import type { Schemas } from '../../../api/client.ts';
import { usePolling, useRows } from '../../../api/loading.ts';
import type { Act } from '../../../components/list/acts.tsx';
import { dayColumn, momentColumn, numberColumn, textColumn } from '../../../components/list/columns.tsx';
import { formAct } from '../../../components/list/form-act.tsx';
import { ResourceList } from '../../../components/list/resource-list.tsx';
import type { Column } from '../../../components/table/table.tsx';
import { bytesWords } from '../parts/bytes.ts';
import { isBeingMade, makingColumn } from '../parts/making.tsx';

type Pin = Schemas['Pin'];

/** Data as it is now, kept under a name: reports of it stay the same whatever changes later. */
export function Pins() {
  const pins = useRows('listPins');
  usePolling(pins, pins.data?.rows.some(isBeingMade) === true);
  return (
    <ResourceList
      title="Pins"
      about="A pin keeps the data as it is now under a name. Reports that name it stay the same."
      list={pins}
      one="pin"
      columns={columns}
      acts={acts}
      creates={creates}
      empty={['Nothing is pinned', 'Pin the data behind a report that must not change any more.']}
    />
  );
}

const creates: Act<null>[] = [
  formAct({
    label: 'Pin the data of now',
    operation: 'createPin',
    form: {
      title: 'Pin the data of now',
      action: 'Pin it',
      done: 'The data is being pinned.',
      fields: (form) => (
        <>
          <form.Field
            name="name"
            label="Name"
            placeholder="q3-2026"
            hint="Letters, digits and hyphens, beginning with a letter. Reports name the pin by it."
          />
          <form.Field name="keepDays" label="Days to keep it" />
        </>
      ),
    },
  }),
];

const acts: Act<Pin>[] = [
  {
    label: 'Delete',
    operation: 'deletePin',
    kind: 'danger',
    confirm: ({ name }) => ({
      title: `Delete the pin ${name}?`,
      action: 'Delete the pin',
      text: 'Reports that name it cannot be made again as they were. The data of today stays.',
    }),
    done: 'The pin is deleted.',
  },
];

const columns: Column<Pin>[] = [
  textColumn('Name', ({ name }) => name),
  makingColumn(
    ({ touchedAt }) =>
      touchedAt !== null && `answers that are kept no longer left it on ${formatDay(touchedAt)}`,
  ),
  momentColumn('Data as of', ({ dataAsOf }) => dataAsOf),
  numberColumn('Size', ({ bytes }) => bytes, bytesWords),
  dayColumn('Kept until', ({ expiresAt }) => expiresAt),
];
