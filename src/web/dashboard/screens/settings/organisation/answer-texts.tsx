import { useState } from 'preact/hooks';
import { counted, formatCount, formatDay } from '../../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../../api/client.ts';
import { useAction, useData, usePolling } from '../../../api/loading.ts';
import { Card, Loaded } from '../../../components/card.tsx';
import { ActionForm } from '../../../components/form/action-form.tsx';
import { Dialog } from '../../../components/form/dialog.tsx';
import { SelectField, TextField } from '../../../components/form/form.tsx';
import { type Act, Acts, type Ends } from '../../../components/list/acts.tsx';
import { Facts } from '../../../components/list/facts.tsx';
import { toast } from '../../../components/toast.tsx';

type Retention = Schemas['AnswerRetention'];

const load = (months?: number) =>
  call('getAnswerRetention', { query: months === undefined ? {} : { months } });

/** How long texts of answers are kept, and how far forgetting them is. */
export function AnswerTexts({ organisation }: { organisation: string }) {
  const retention = useData(['answer-retention'], () => load());
  const change: Act<Retention> = {
    label: 'Change how long',
    operation: 'putAnswerRetention',
    dialog: (of, ends) => <Change of={of} organisation={organisation} {...ends} />,
  };
  usePolling(retention, retention.data?.isComplete === false);
  return (
    <Loaded of={retention}>
      {(of) => (
        <Card
          title="Texts of answers"
          about="Texts can be forgotten after some time. The numbers read from them stay in every report."
        >
          <Facts
            of={[
              ['Kept', of.months === null ? 'for ever' : `for ${counted(of.months, 'month')}`],
              ['Texts from', of.keptFrom !== null && formatDay(of.keptFrom)],
              ['Forgotten so far', of.forgotten > 0 && formatCount(of.forgotten)],
            ]}
          />
          {!of.isComplete && (
            <p class="note" role="status">
              Texts past that time are being forgotten.
              {of.pastTime > 0 && ` Left: ${formatCount(of.pastTime)}.`}
            </p>
          )}
          <div>
            <Acts acts={[change]} on={of} onDone={retention.reload} />
          </div>
        </Card>
      )}
    </Loaded>
  );
}

const WAYS = [
  ['ever', 'For ever'],
  ['months', 'For some months'],
] as const;

function Change({ of, organisation, onDone, onClose }: Ends & { of: Retention; organisation: string }) {
  const [way, setWay] = useState<'ever' | 'months'>('months');
  const [typed, setTyped] = useState(String(of.months ?? 24));
  const [name, setName] = useState('');
  const months = way === 'months' && /^\d{1,3}$/.test(typed) ? Number(typed) : null;
  const isRight = way === 'ever' || (months !== null && months >= 1 && months <= 120);
  const saving = useAction(async () => {
    await call('putAnswerRetention', {
      body: way === 'ever' ? { months: null } : { months, organisationName: name },
    });
    toast(way === 'ever' ? 'Texts are kept for ever now.' : 'Texts past that time are being forgotten.');
    onDone();
    onClose();
  });
  return (
    <Dialog title="How long texts of answers are kept" onClose={onClose}>
      <ActionForm
        of={saving}
        action={way === 'ever' ? 'Keep them for ever' : 'Forget older texts'}
        kind={way === 'ever' ? 'primary' : 'danger'}
        isDisabled={!isRight || (way === 'months' && name !== organisation)}
        onCancel={onClose}
      >
        {(problem) => (
          <>
            <SelectField label="Keep texts" value={way} options={WAYS} onChange={setWay} />
            {way === 'months' && (
              <>
                <TextField
                  label="Months"
                  type="number"
                  min={1}
                  max={120}
                  value={typed}
                  onInput={setTyped}
                  problem={isRight ? problem('months') : 'From 1 to 120.'}
                />
                {isRight && months !== null && <Warning months={months} />}
                <TextField
                  label={`Type ${organisation} to confirm`}
                  value={name}
                  onInput={setName}
                  autocomplete="off"
                  problem={problem('organisationName')}
                />
              </>
            )}
          </>
        )}
      </ActionForm>
    </Dialog>
  );
}

/** What a number of months would remove. */
function Warning({ months }: { months: number }) {
  const { data } = useData(['answer-retention', months], () => load(months));
  return (
    <div class="note" data-kind="warn">
      <p>
        <strong>
          {data
            ? `Older than that: ${counted(data.pastTime, 'text')}.`
            : 'Counting the texts that are older.'}
        </strong>{' '}
        Older texts are removed for good: the answers and the sentences cut from them, also in pins, exports
        and stored webhook messages. Setting a longer time later brings nothing back. Backups made before
        still have them.
      </p>
      <p>
        Every number in reports stays. Answers without text cannot be corrected, nor be read again for new
        names.
      </p>
    </div>
  );
}
