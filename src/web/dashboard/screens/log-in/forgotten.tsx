import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-data.ts';
import { Button } from '../../components/button.tsx';
import { Form, FormError, problemOf, TextField } from '../../components/form/form.tsx';

/** Asks for a link. The answer is the same for every address. */
export function Forgotten() {
  const [email, setEmail] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const { run, isBusy, error } = useAction(async () => {
    setSaid((await unwrap(api.POST('/api/auth/password/forgotten', { body: { email } }))).message);
  });
  return (
    <>
      <h1>Forgot your password?</h1>
      {said === null ? (
        <Form onSubmit={() => run()}>
          <TextField
            label="Email"
            type="email"
            value={email}
            onInput={setEmail}
            autocomplete="username"
            problem={problemOf(error, 'email')}
            required
          />
          <FormError error={error} fields={['email']} />
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Send a link
          </Button>
        </Form>
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
  const { run, isBusy, error } = useAction(async () => {
    await unwrap(api.POST('/api/auth/password/reset', { body: { token, password } }));
    setDone(true);
  });
  return (
    <>
      <h1>Set a new password</h1>
      {isDone ? (
        <p role="status">The password is set. All logins of the account have ended: log in with it.</p>
      ) : (
        <Form onSubmit={() => run()}>
          <TextField
            label="New password"
            type="password"
            value={password}
            onInput={setPassword}
            autocomplete="new-password"
            hint="At least 10 characters."
            problem={problemOf(error, 'password')}
            required
          />
          <FormError error={error} fields={['password']} />
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Set it
          </Button>
        </Form>
      )}
      <BackToLogin />
    </>
  );
}

function BackToLogin() {
  return (
    <p class="small muted">
      <a href="#/">Back to the login</a>
    </p>
  );
}
