import { useState } from 'preact/hooks';
import { dayAfter, today } from '../../../../../base/definitions.ts';
import { counted } from '../../../../../presentation/numbers.ts';
import { ContractForm } from '../../../components/form/contract-form.tsx';
import { Dialog } from '../../../components/form/dialog.tsx';
import type { Ends } from '../../../components/list/acts.tsx';
import { EVENTS } from './events.tsx';

/** Sends the messages of a time again, such as after the receiver was down. */
export function ReplayRange({ webhookId, onClose, onDone }: Ends & { webhookId: string }) {
  const [done, setDone] = useState<{ sent: number; remaining: number } | null>(null);
  const isLeft = done !== null && done.remaining > 0;
  return (
    <Dialog title="Replay many messages" onClose={onClose}>
      <ContractForm
        operation="replayWebhookDeliveries"
        path={{ id: webhookId }}
        first={{ from: `${dayAfter(today(), -1)}T00:00:00Z` }}
        action={isLeft ? 'Replay the others' : 'Replay'}
        isDisabled={done?.remaining === 0}
        cancel={done === null ? 'Cancel' : 'Close'}
        onCancel={onClose}
        onDone={({ replayed, retried, remaining }) => {
          setDone({ sent: (done?.sent ?? 0) + replayed + retried, remaining });
          onDone();
        }}
      >
        {(form) => (
          <>
            <div class="form-row">
              <form.Field name="from" label="From (UTC)" kind="moment" />
              <form.Field name="to" label="Until (UTC)" kind="moment" hint="Leave it empty for now." />
            </div>
            <div class="form-row">
              <form.Field
                name="state"
                label="Messages that"
                options={[
                  ['FAILED', 'failed, or wait for a retry'],
                  ['DELIVERED', 'were delivered'],
                ]}
              />
              <form.Field name="event" label="Event" options={[['', 'All'], ...EVENTS]} />
            </div>
            {done !== null && (
              <p class="note" role="status">
                {counted(done.sent, 'message is', 'messages are')} sent again.
                {isLeft && ` ${counted(done.remaining, 'more waits', 'more wait')}: replay once more.`}
              </p>
            )}
          </>
        )}
      </ContractForm>
    </Dialog>
  );
}
