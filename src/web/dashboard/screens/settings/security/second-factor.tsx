import { useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import { call, type Schemas } from '../../../api/client.ts';
import { useAction, useAnswer } from '../../../api/loading.ts';
import { Button } from '../../../components/button.tsx';
import { Badge, Card, Loaded } from '../../../components/card.tsx';
import { ActionForm } from '../../../components/form/action-form.tsx';
import { CodeField, PasswordField } from '../../../components/form/credentials.tsx';
import { Dialog } from '../../../components/form/dialog.tsx';
import { FormError } from '../../../components/form/form.tsx';
import { RecoveryCodes, SecretToAdd } from '../../../components/second-factor.tsx';
import { toast } from '../../../components/toast.tsx';

type Change = 'on' | 'off' | null;

/** The second factor of the person, and whether the organisation demands one of everybody. */
export function SecondFactor() {
  const may = useAccess();
  const own = useAnswer('getSecondFactor');
  const [change, setChange] = useState<Change>(null);
  const { run, isBusy, error } = useAction(async (demandsSecondFactor: boolean) => {
    await call('putSecurity', { body: { demandsSecondFactor } });
    toast(demandsSecondFactor ? 'All members need a second factor now.' : 'A second factor is optional now.');
    own.reload();
  });
  const close = () => {
    setChange(null);
    own.reload();
  };
  return (
    <Card title="Second factor" about="A code of an authenticator app, beside your password.">
      <Loaded of={own} height={80}>
        {({ isOn, isDemanded, recoveryCodesLeft }) => (
          <div class="stack-small">
            <p>
              <Badge>{isOn ? 'On' : 'Off'}</Badge>{' '}
              {isOn && `${recoveryCodesLeft} of 10 recovery codes are left. `}
              {isDemanded && 'This organisation demands it of all members.'}
            </p>
            <div class="actions">
              <Button onClick={() => setChange('on')}>{isOn ? 'Set up another app' : 'Set it up'}</Button>
              {isOn && !isDemanded && <Button onClick={() => setChange('off')}>Switch it off</Button>}
              {may('putSecurity') && (
                <Button isBusy={isBusy} onClick={() => void run(!isDemanded)}>
                  {isDemanded ? 'No longer demand it of all members' : 'Demand it of all members'}
                </Button>
              )}
            </div>
            <FormError error={error} />
          </div>
        )}
      </Loaded>
      {change === 'on' && <SetUp onClose={close} />}
      {change === 'off' && <SwitchOff onClose={close} />}
    </Card>
  );
}

/** Password, then the secret and a code, then the recovery codes. */
function SetUp({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<Schemas['SecondFactorSecret'] | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [code, setCode] = useState('');
  const confirming = useAction(async () => {
    const body = { code };
    setCodes((await call('confirmSecondFactor', { body })).recoveryCodes);
  });
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <Dialog title="Set up a second factor" onClose={onClose}>
      {secret === null ? (
        <Password
          words="Go on"
          onClose={onClose}
          act={async (password) => setSecret(await call('enrolSecondFactor', { body: { password } }))}
        />
      ) : (
        <ActionForm of={confirming} action="Switch it on" onCancel={onClose}>
          {(problem) => (
            <>
              <SecretToAdd {...secret} />
              <CodeField
                label="Code that the app shows"
                value={code}
                onInput={setCode}
                problem={problem('code')}
              />
            </>
          )}
        </ActionForm>
      )}
    </Dialog>
  );
}

function SwitchOff({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Switch the second factor off" onClose={onClose}>
      <Password
        words="Switch it off"
        onClose={onClose}
        act={async (password) => {
          await call('disableSecondFactor', { body: { password } });
          toast('The second factor is off.');
          onClose();
        }}
      />
    </Dialog>
  );
}

function Password({
  words,
  act,
  onClose,
}: {
  words: string;
  act: (password: string) => Promise<void>;
  onClose: () => void;
}) {
  const [password, setPassword] = useState('');
  const sending = useAction(() => act(password));
  return (
    <ActionForm of={sending} action={words} onCancel={onClose}>
      {() => <PasswordField label="Your password" value={password} onInput={setPassword} />}
    </ActionForm>
  );
}
