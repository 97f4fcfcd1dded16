import type { Schemas } from '../../../api/client.ts';
import { useRows } from '../../../api/loading.ts';
import { Empty } from '../../../components/card.tsx';
import { Dialog } from '../../../components/form/dialog.tsx';
import { badgeColumn, dayColumn, momentColumn, type Said } from '../../../components/list/columns.tsx';
import { ListTable } from '../../../components/list/list-table.tsx';
import type { Column } from '../../../components/table/table.tsx';
import type { ReportSchedule } from './words.ts';

type Delivery = Schemas['ReportDelivery'];

const STATES: Record<Delivery['state'], Said> = {
  PENDING: ['on its way'],
  DELIVERED: ['sent', 'good'],
  HANDED_OVER: ['handed over', 'good'],
  FAILED: ['failed', 'bad'],
  NOT_CONFIRMED: ['not confirmed', 'warn'],
  STOPPED: ['stopped it', 'warn'],
  NO_MAIL: ['no mail server', 'bad'],
  MISSED: ['missed', 'bad'],
};

/** What became of the reports of a schedule. */
export function Deliveries({ of, onClose }: { of: ReportSchedule; onClose: () => void }) {
  const list = useRows('listReportDeliveries', {}, { id: of.id });
  return (
    <Dialog title={`What was sent of “${of.name}”`} size="wide" onClose={onClose}>
      <ListTable
        list={list}
        one="delivery"
        many="deliveries"
        height={200}
        empty={<Empty title="Nothing yet">It comes at the next time of the schedule.</Empty>}
        caption="Reports that were sent"
        csv="report-deliveries"
        columns={columns}
      />
    </Dialog>
  );
}

const columns: Column<Delivery>[] = [
  dayColumn('Of', ({ period }) => period),
  {
    name: 'To',
    cell: ({ recipient }) => <span dir="auto">{toText(recipient)}</span>,
    value: ({ recipient }) => toText(recipient),
  },
  badgeColumn(
    'State',
    ({ state }) => STATES[state],
    ({ reason }) => reason,
  ),
  momentColumn('Sent', ({ finishedAt }) => finishedAt),
];

const toText = (recipient: string) =>
  ({ SLACK: 'Slack', WEBHOOKS: 'Webhooks', '': 'nobody' })[recipient] ?? recipient;
