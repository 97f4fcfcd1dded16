import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/loading.ts';
import { ActionForm } from '../../components/form/action-form.tsx';
import { EmailField, NewPasswordField } from '../../components/form/credentials.tsx';

/** Asks for a link. The answer is the same for every address. */
export function Forgotten() {
  const [email, setEmail] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const asking = useAction(async () => {
    setSaid((await call('forgotPassword', { body: { email } })).message);
  });
  return (
    <>
      <h1>Forgot your password?</h1>
      {said === null ? (
        <ActionForm of={asking} action="Send a link">
          {(problem) => <EmailField value={email} onInput={setEmail} problem={problem('email')} />}
        </ActionForm>
      ) : (
        <p role="status">{said}</p>
      )}
      <BackToLogin />
    </>
  );
}

/** Sets a new password by the link of a mail. */
export function NewPassword({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  const [isDone, setDone] = useState(false);
  const setting = useAction(async () => {
    await call('resetPassword', { body: { token, password } });
    setDone(true);
  });
  return (
    <>
      <h1>Set a new password</h1>
      {isDone ? (
        <p role="status">The password is set. All logins of the account have ended: log in with it.</p>
      ) : (
        <ActionForm of={setting} action="Set it">
          {(problem) => (
            <NewPasswordField
              label="New password"
              value={password}
              onInput={setPassword}
              problem={problem('password')}
            />
          )}
        </ActionForm>
      )}
      <BackToLogin />
    </>
  );
}

export function BackToLogin() {
  return (
    <p class="small muted">
      <a href="#/">Back to the login</a>
    </p>
  );
}
