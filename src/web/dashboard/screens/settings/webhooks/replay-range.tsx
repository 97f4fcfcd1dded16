import { useState } from 'preact/hooks';
import { dayAfter, today } from '../../../../../base/definitions.ts';
import { api, unwrap } from '../../../api/client.ts';
import { useAction } from '../../../api/use-data.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Form, FormError, problemOf, SelectField, TextField } from '../../../components/form.tsx';
import { counted } from '../../../components/numbers.tsx';
import { EVENTS, type WebhookEvent } from './events.ts';

/** Sends the messages of a time again, such as after the receiver was down. */
export function ReplayRange({
  webhookId,
  onClose,
  onReplayed,
}: {
  webhookId: string;
  onClose: () => void;
  onReplayed: () => void;
}) {
  const [from, setFrom] = useState(`${dayAfter(today(), -1)}T00:00`);
  const [to, setTo] = useState('');
  const [state, setState] = useState<'FAILED' | 'DELIVERED'>('FAILED');
  const [event, setEvent] = useState<WebhookEvent | ''>('');
  const [done, setDone] = useState<{ sent: number; remaining: number } | null>(null);
  const { run, isBusy, error } = useAction(async () => {
    const result = await unwrap(
      api.POST('/api/webhooks/{id}/replay', {
        params: { path: { id: webhookId } },
        body: {
          from: utc(from),
          ...(to === '' ? {} : { to: utc(to) }),
          state,
          ...(event === '' ? {} : { event }),
        },
      }),
    );
    const { replayed, retried, remaining } = result;
    setDone({ sent: (done?.sent ?? 0) + replayed + retried, remaining });
    onReplayed();
  });
  return (
    <Dialog title="Replay many messages" onClose={onClose}>
      <Form onSubmit={() => run()}>
        <div class="form-row">
          <TextField
            label="From (UTC)"
            type="datetime-local"
            value={from}
            onInput={setFrom}
            required
            problem={problemOf(error, 'from')}
          />
          <TextField
            label="Until (UTC)"
            type="datetime-local"
            value={to}
            onInput={setTo}
            hint="Leave it empty for now."
            problem={problemOf(error, 'to')}
          />
        </div>
        <div class="form-row">
          <SelectField
            label="Messages that"
            value={state}
            options={[
              ['FAILED', 'failed, or wait for a retry'],
              ['DELIVERED', 'were delivered'],
            ]}
            onChange={setState}
          />
          <SelectField label="Event" value={event} options={[['', 'All'], ...EVENTS]} onChange={setEvent} />
        </div>
        <FormError error={error} fields={['from', 'to']} />
        {done !== null && (
          <p class="note" role="status">
            {counted(done.sent, 'message is', 'messages are')} sent again.
            {done.remaining > 0 &&
              ` ${counted(done.remaining, 'more waits', 'more wait')}: replay once more.`}
          </p>
        )}
        <div class="actions">
          <Button kind="primary" type="submit" isBusy={isBusy} disabled={done?.remaining === 0}>
            {done !== null && done.remaining > 0 ? 'Replay the others' : 'Replay'}
          </Button>
          <Button onClick={onClose}>{done === null ? 'Cancel' : 'Close'}</Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** A time of a field, which has no zone, as one in UTC. */
function utc(time: string): string {
  return `${time.length === 16 ? `${time}:00` : time}Z`;
}
