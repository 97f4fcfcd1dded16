import { useState } from 'preact/hooks';
import { ApiError, call, type Schemas } from '../../api/client.ts';
import { useAction, useAnswer } from '../../api/loading.ts';
import { leadOn } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { ActionForm } from '../../components/form/action-form.tsx';
import { EmailField } from '../../components/form/credentials.tsx';
import { FormError } from '../../components/form/form.tsx';
import { BackToLogin } from './forgotten.tsx';

const BY_COMPANY = "Use your company's account";

/** Goes to the provider that lets people in. @throws ApiError */
async function start(body: Schemas['SingleSignOnLogin']): Promise<void> {
  leadOn((await call('startSingleSignOn', { body })).url);
}

/**
 * The ways in by a provider that this server has.
 * @param of the organisation of a login that has ended
 * @param onAddress asks for an address, where nothing says which organisation it is
 */
export function ByCompany({ of, onAddress }: { of?: string | undefined; onAddress?: () => void }) {
  const ways = useAnswer('getHealth').data?.singleSignOn ?? [];
  const going = useAction(start);
  const isByServer = ways.includes('SERVER');
  const words = isByServer ? 'Use the provider of your organisation' : BY_COMPANY;
  if (ways.length === 0) return null;
  return (
    <div class="stack-small">
      {isByServer && (
        <Button isBusy={going.isBusy} onClick={() => void going.run({ server: true })}>
          {BY_COMPANY}
        </Button>
      )}
      {ways.includes('ORGANISATION') && (
        <Button
          isBusy={going.isBusy}
          onClick={of === undefined ? onAddress : () => void going.run({ organisationId: of })}
        >
          {words}
        </Button>
      )}
      <FormError error={going.error} />
    </div>
  );
}

/** Finds the provider by the domain of an address. */
export function Company({ onBack }: { onBack: () => void }) {
  const [email, setEmail] = useState('');
  const going = useAction(() => start({ email }));
  return (
    <>
      <h1>Log in with your company's account</h1>
      <ActionForm of={going} action="Go on" onCancel={onBack} cancel="Back">
        {(problem) => (
          <EmailField
            label="Your email at the company"
            value={email}
            onInput={setEmail}
            problem={problem('email')}
          />
        )}
      </ActionForm>
    </>
  );
}

/** What is left of a login whose password was right, where a provider lets people in alone. */
export function providerLoginOf(error: unknown): Schemas['ProviderLogin'] | undefined {
  return error instanceof ApiError ? error.providerLogin : undefined;
}

/** The way on from a right password. */
export function ToProvider({
  login: { challenge, organisationId },
  onBack,
}: {
  login: Schemas['ProviderLogin'];
  onBack: () => void;
}) {
  const going = useAction(() => start(challenge === null ? { organisationId } : { challenge }));
  return (
    <ActionForm of={going} action="Go on to your company's account" onCancel={onBack} cancel="Back">
      {() => (
        <p>
          Your organisation lets people in by its own accounts alone.
          {challenge !== null &&
            ' Yours is not linked with one yet: log in there now, and it is. From then on it lets you in.'}
        </p>
      )}
    </ActionForm>
  );
}

const WORDS: Record<Schemas['LoginRefusal'], string> = {
  over: 'It took too long, was begun in another browser, or its answer was used before.',
  denied: 'You, or your company, said no to it.',
  answer:
    "The answer of your company's provider was not to be trusted. If it happens again, ask who administers it.",
  unknown:
    'No account here is linked with yours there. If you have one, log in with its password and link it in Settings; otherwise ask an owner of your organisation.',
  removed:
    'You are no member of the organisation any more. Ask one of its owners or admins for an invitation.',
  role: 'Your company gives you no role here. Ask who administers its accounts.',
  unavailable: "Your company's provider cannot be reached. Try again in a few minutes.",
  settings: 'The provider is not set up here, or not any more. Ask an owner of your organisation.',
  busy: 'There were too many logins from your address. Try again in a minute.',
  other: 'Something went wrong. Try again.',
};

/** Says why a login by a provider failed. Anybody can write the address of this page, so its words are all here. */
export function Refused({ why }: { why: string | null }) {
  return (
    <>
      <h1>You are not logged in</h1>
      <p role="alert">{WORDS[Object.hasOwn(WORDS, why ?? '') ? (why as keyof typeof WORDS) : 'other']}</p>
      <BackToLogin />
    </>
  );
}
