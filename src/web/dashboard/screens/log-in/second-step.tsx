import { useState } from 'preact/hooks';
import { ApiError, type Schemas } from '../../api/client.ts';
import { useAction, useAnswer } from '../../api/loading.ts';
import { begin, confirmLogin } from '../../api/session.ts';
import { Loaded } from '../../components/card.tsx';
import { ActionForm } from '../../components/form/action-form.tsx';
import { CodeField } from '../../components/form/credentials.tsx';
import { RecoveryCodes, SecretToAdd } from '../../components/second-factor.tsx';
import { providerLoginOf, ToProvider } from './company.tsx';

/** What is left of a login whose password was right; undefined for other errors. */
export function pendingOf(error: unknown): Schemas['PendingLogin'] | undefined {
  return error instanceof ApiError ? error.pendingLogin : undefined;
}

/** The second step of a login: a code, after setting up the app where the organisation demands one. */
export function SecondStep({ pending, onBack }: { pending: Schemas['PendingLogin']; onBack: () => void }) {
  const { challenge, secondFactor } = pending;
  return secondFactor === 'CODE' ? (
    <Code challenge={challenge} onBack={onBack}>
      <p class="muted">Enter the code that your authenticator app shows, or a recovery code.</p>
    </Code>
  ) : (
    <Enrolment challenge={challenge} onBack={onBack} />
  );
}

function Enrolment({ challenge, onBack }: { challenge: string; onBack: () => void }) {
  const enrolment = useAnswer('enrolAtLogin', { body: { challenge } });
  return (
    <Code challenge={challenge} onBack={onBack}>
      <p>Your organisation asks all members for a second factor. Set up an authenticator app now.</p>
      <Loaded of={enrolment} height={160}>
        {(secret) => <SecretToAdd {...secret} />}
      </Loaded>
    </Code>
  );
}

function Code({
  challenge,
  onBack,
  children,
}: {
  challenge: string;
  onBack: () => void;
  children: preact.ComponentChildren;
}) {
  const [code, setCode] = useState('');
  const [done, setDone] = useState<Schemas['LoginTokens'] | null>(null);
  const entering = useAction(begin);
  const confirming = useAction(async () => {
    const session = await confirmLogin(challenge, code);
    // The codes are shown once, so they come before the first screen.
    if (session.recoveryCodes === null) await begin(session);
    else setDone(session);
  });
  const login = providerLoginOf(confirming.error);
  if (login) return <ToProvider login={login} onBack={onBack} />;
  if (done?.recoveryCodes)
    return <RecoveryCodes codes={done.recoveryCodes} onClose={() => void entering.run(done)} />;
  return (
    <ActionForm of={confirming} action="Log in" onCancel={onBack} cancel="Back">
      {() => (
        <>
          {children}
          <CodeField value={code} onInput={setCode} />
        </>
      )}
    </ActionForm>
  );
}
