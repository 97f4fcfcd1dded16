import { useState } from 'preact/hooks';
import { useAction, useAnswer } from '../../api/loading.ts';
import { enter, hasEnded, leave, me } from '../../api/session.ts';
import { ActionForm } from '../../components/form/action-form.tsx';
import { EmailField, NewPasswordField, PasswordField } from '../../components/form/credentials.tsx';
import { Dialog } from '../../components/form/dialog.tsx';
import { TextField } from '../../components/form/form.tsx';
import { Logo } from '../../icons/logo.tsx';
import { useRoute } from '../../state/route.ts';
import { ByCompany, Company, providerLoginOf, Refused, ToProvider } from './company.tsx';
import { BackToLogin, Forgotten, NewPassword } from './forgotten.tsx';
import { pendingOf, SecondStep } from './second-step.tsx';

/**
 * The way in: by password, by a provider (and back from it: `#/refused?why=…`, `#/go-on?challenge=…`), by an
 * invitation's link (`#/join?token=…`), by a new password (`#/forgotten`, `#/reset?token=…`), or with a new organisation
 * (`#/register`).
 */
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
        ) : screen === 'refused' ? (
          <Refused why={params.get('why')} />
        ) : screen === 'go-on' ? (
          <GoOn params={params} />
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
      <ByCompany of={me.value?.organisation.id} />
    </Dialog>
  );
}

function Password() {
  const [isByCompany, setByCompany] = useState(false);
  // Nobody is led to what this server refuses.
  const joining = useAnswer('getHealth').data?.registration;
  if (isByCompany) return <Company onBack={() => setByCompany(false)} />;
  return (
    <>
      <h1>Log in</h1>
      <p class="muted">
        How often AI answers name your brand, how early, how favourably, and whom they cite.
      </p>
      <PasswordForm email="" />
      <ByCompany onAddress={() => setByCompany(true)} />
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

/** What follows a right password that does not suffice. */
function nextStep(error: unknown, onBack: () => void) {
  const pending = pendingOf(error);
  if (pending) return <SecondStep pending={pending} onBack={onBack} />;
  const login = providerLoginOf(error);
  return login && <ToProvider login={login} onBack={onBack} />;
}

/** The second step of a login by the server's provider. */
function GoOn({ params }: { params: URLSearchParams }) {
  const [challenge, organisationId] = [params.get('challenge'), params.get('organisationId')];
  const back = () => {
    location.hash = '#/';
  };
  const secondFactor = params.get('secondFactor') === 'ENROLMENT' ? 'ENROLMENT' : 'CODE';
  return (
    <>
      <h1>Log in</h1>
      {organisationId === null ? (
        <SecondStep pending={{ challenge: challenge ?? '', secondFactor, expiresIn: 0 }} onBack={back} />
      ) : (
        <ToProvider login={{ organisationId, challenge }} onBack={back} />
      )}
    </>
  );
}

function PasswordForm({ email: known }: { email: string }) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const entering = useAction(() => enter('login', { email, password }));
  const next = nextStep(entering.error, entering.clear);
  if (next) return next;
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
  const joining = useAction(() => enter('acceptInvitation', { token, password }));
  const next = nextStep(joining.error, joining.clear);
  if (next) return next;
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
  const making = useAction(() => enter('register', { organisationName, email, password }));
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
