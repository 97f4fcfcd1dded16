import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { acceptInvitation, hasEnded, leave, logIn, me, register } from '../../api/session.ts';
import { useAction, useData } from '../../api/use-data.ts';
import { ActionForm } from '../../components/form/action-form.tsx';
import { EmailField, NewPasswordField, PasswordField } from '../../components/form/credentials.tsx';
import { Dialog } from '../../components/form/dialog.tsx';
import { TextField } from '../../components/form/form.tsx';
import { Logo } from '../../icons/logo.tsx';
import { useRoute } from '../../state/route.ts';
import { BackToLogin, Forgotten, NewPassword } from './forgotten.tsx';
import { pendingOf, SecondStep } from './second-step.tsx';

/** The way in: by password, by an invitation's link (`#/join?token=…`), by a new password (`#/forgotten`, `#/reset?token=…`), or with a new organisation (`#/register`). */
export function LogIn() {
  const { screen, params } = useRoute();
  const token = params.get('token');
  return (
    <main class="gate">
      <div class="card">
        <div class="logo">
          <Logo />
          Sightline
        </div>
        {screen === 'join' && token !== null ? (
          <Join token={token} />
        ) : screen === 'reset' && token !== null ? (
          <NewPassword token={token} />
        ) : screen === 'forgotten' ? (
          <Forgotten />
        ) : screen === 'register' ? (
          <Register />
        ) : (
          <Password />
        )}
      </div>
    </main>
  );
}

/** The way back after the session ended elsewhere, over what is on screen. */
export function LogInAgain() {
  // The browser tells of the closing after a login, too.
  const close = () => hasEnded.value && leave();
  return (
    <Dialog title="Log in again" isCovering onClose={close}>
      <p>Your login has ended. Log in again to go on: what you typed is still there.</p>
      <PasswordForm email={me.value?.user.email ?? ''} />
    </Dialog>
  );
}

function Password() {
  // Nobody is led to what this server refuses.
  const joining = useData(['health'], () => unwrap(api.GET('/health'))).data?.registration;
  return (
    <>
      <h1>Log in</h1>
      <p class="muted">
        How often AI answers name your brand, how early, how favourably, and whom they cite.
      </p>
      <PasswordForm email="" />
      <p class="small muted">
        {joining === 'invite' && 'New here? Open the link of your invitation.'}
        {joining === 'open' && (
          <>
            New here? Open the link of your invitation, or <a href="#/register">make an organisation</a>.
          </>
        )}{' '}
        <a href="#/forgotten">Forgot your password?</a> <a href="docs">Documentation</a>
      </p>
    </>
  );
}

function PasswordForm({ email: known }: { email: string }) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const entering = useAction(() => logIn(email, password));
  const pending = pendingOf(entering.error);
  if (pending) return <SecondStep pending={pending} onBack={entering.clear} />;
  return (
    <ActionForm of={entering} action="Log in">
      {() => (
        <>
          <EmailField value={email} onInput={setEmail} />
          <PasswordField value={password} onInput={setPassword} />
        </>
      )}
    </ActionForm>
  );
}

function Join({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  const joining = useAction(async () => {
    await acceptInvitation(token, password);
    location.hash = '#/overview';
  });
  const pending = pendingOf(joining.error);
  if (pending) return <SecondStep pending={pending} onBack={joining.clear} />;
  return (
    <>
      <h1>Accept the invitation</h1>
      <ActionForm of={joining} action="Join">
        {(problem) => (
          <NewPasswordField
            value={password}
            onInput={setPassword}
            hint="A new one of at least 10 characters, or that of your account if you have one here already."
            problem={problem('password')}
          />
        )}
      </ActionForm>
    </>
  );
}

function Register() {
  const [organisationName, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const making = useAction(async () => {
    await register({ organisationName, email, password });
    location.hash = '#/overview';
  });
  return (
    <>
      <h1>Make an organisation</h1>
      <ActionForm of={making} action="Make it">
        {(problem) => (
          <>
            <TextField
              label="Name of the organisation"
              value={organisationName}
              onInput={setName}
              problem={problem('organisationName')}
              required
            />
            <EmailField label="Your email" value={email} onInput={setEmail} problem={problem('email')} />
            <NewPasswordField value={password} onInput={setPassword} problem={problem('password')} />
          </>
        )}
      </ActionForm>
      <BackToLogin />
    </>
  );
}
