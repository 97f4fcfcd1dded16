import { call } from '../../../api/client.ts';
import { useRows } from '../../../api/loading.ts';
import type { Act } from '../../../components/list/acts.tsx';
import { badgeColumn, momentColumn, textColumn } from '../../../components/list/columns.tsx';
import { ResourceList } from '../../../components/list/resource-list.tsx';
import type { Column } from '../../../components/table/table.tsx';
import { toast } from '../../../components/toast.tsx';
import { Deliveries } from './deliveries.tsx';
import { editSchedule, newSchedule } from './schedule-form.tsx';
import { type ReportSchedule, whenText, whereText } from './words.ts';

/** Reports that go out by themselves. */
export default function Reports() {
  return (
    <ResourceList
      title="Scheduled reports"
      about="A report of a saved view goes out every day, week or month: by mail, to Slack or to webhooks. If it cannot be sent, whoever made it gets a mail."
      list={useRows('listReportSchedules')}
      one="scheduled report"
      columns={columns}
      acts={acts}
      creates={[newSchedule]}
      first={newSchedule}
      empty={['No report is scheduled', 'Save a view of a brand first, then send it regularly.']}
      height={240}
    />
  );
}

const acts: Act<ReportSchedule>[] = [
  {
    label: 'Send it to me now',
    operation: 'sendReportSchedule',
    run: async ({ id }) => {
      const { address } = await call('sendReportSchedule', { path: { id } });
      toast(`It is on its way to ${address}.`);
    },
  },
  {
    label: 'What was sent',
    operation: 'listReportDeliveries',
    dialog: (schedule, { onClose }) => <Deliveries of={schedule} onClose={onClose} />,
  },
  editSchedule,
  {
    label: 'Delete',
    operation: 'deleteReportSchedule',
    kind: 'danger',
    confirm: ({ name }) => ({
      title: `Delete “${name}”?`,
      action: 'Delete it',
      text: 'It is sent no more. The view stays.',
    }),
    done: 'The scheduled report is deleted.',
  },
];

const columns: Column<ReportSchedule>[] = [
  textColumn('Name', ({ name }) => name),
  textColumn('When', whenText),
  textColumn('To', whereText),
  badgeColumn('State', ({ isActive }) => (isActive ? ['on', 'good'] : ['off', 'warn'])),
  momentColumn('Next', ({ nextAt }) => nextAt),
];
