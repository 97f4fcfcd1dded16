import { useRows } from '../../../api/loading.ts';
import { Loaded } from '../../../components/card.tsx';
import type { FormOf } from '../../../components/form/form-of.ts';
import { formAct } from '../../../components/list/form-act.tsx';
import { href } from '../../../state/route.ts';
import { HOURS, ownTimeZone, type ReportSchedule, RHYTHMS, timeZones, WEEKDAYS } from './words.ts';

type Form = FormOf<'createReportSchedule'>;

const ATTACHMENTS = [
  ['', 'No file'],
  ['CSV', 'Its prompts as CSV'],
  ['XLSX', 'Its prompts as an Excel file'],
] as const;

export const newSchedule = formAct<'createReportSchedule', null>({
  label: 'Schedule a report',
  operation: 'createReportSchedule',
  kind: 'primary',
  form: {
    title: 'Send a report regularly',
    action: 'Schedule it',
    first: { rhythm: 'WEEK', weekday: 1, hour: 8, timeZone: ownTimeZone(), isActive: true },
    done: ({ name }) => `“${name}” is scheduled.`,
    fields: (form) => <Fields of={form} />,
  },
});

export const editSchedule = formAct<'updateReportSchedule', ReportSchedule>({
  label: 'Edit',
  operation: 'updateReportSchedule',
  form: {
    title: 'Edit the scheduled report',
    done: 'It is saved.',
    fields: (form) => <Fields of={form as unknown as Form} />,
  },
});

function Fields({ of: form }: { of: Form }) {
  const views = useRows('listViews');
  const rhythm = form.value('rhythm') ?? 'WEEK';
  return (
    <Loaded of={views} height={300}>
      {({ rows }) => (
        <>
          <form.Field name="name" label="Name" placeholder="Weekly report" />
          <form.Field
            name="viewId"
            label="Saved view"
            options={[
              ['', 'Choose one'],
              ...rows.filter(({ brandId }) => brandId !== null).map(({ id, name }) => [id, name] as const),
            ]}
            hint={
              <>
                It has the brand, days and filters of a view. <a href={href('views')}>All views</a>
              </>
            }
          />
          <div class="form-row">
            <form.Field name="rhythm" label="How often" options={RHYTHMS} />
            {rhythm === 'WEEK' && <form.Field name="weekday" label="On" options={WEEKDAYS} isRequired />}
            {rhythm === 'MONTH' && (
              <form.Field name="monthDay" label="On day" isRequired hint="A shorter month: its last." />
            )}
            <form.Field name="hour" label="At" options={HOURS} />
          </div>
          <form.Field name="timeZone" label="Time zone" options={timeZones()} />
          <form.Field
            name="addresses"
            label="Addresses, one a line"
            rows={3}
            hint="Members get it at once. Others are asked by mail first."
          />
          <form.Field name="attachment" label="File beside the mail" options={ATTACHMENTS} />
          <form.Field name="slack" label="Its first sentence goes to Slack" />
          <form.Field name="webhooks" label="It goes to webhooks that take report.ready" />
          <form.Field name="isActive" label="It is sent" />
        </>
      )}
    </Loaded>
  );
}
