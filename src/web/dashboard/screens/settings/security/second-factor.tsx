import { call, type Schemas } from '../../../api/client.ts';
import { useAnswer } from '../../../api/loading.ts';
import { Badge, Card, Loaded } from '../../../components/card.tsx';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import type { FormOf } from '../../../components/form/form-of.ts';
import { type Act, Acts, type Ends } from '../../../components/list/acts.tsx';
import { formAct } from '../../../components/list/form-act.tsx';
import { RecoveryCodes, SecretToAdd } from '../../../components/second-factor.tsx';

type State = Schemas['SecondFactor'];

/** The second factor of the person, and whether the organisation demands one of everybody. */
export function SecondFactor() {
  const own = useAnswer('getSecondFactor');
  return (
    <Card title="Second factor" about="A code of an authenticator app, beside your password.">
      <Loaded of={own} height={80}>
        {(state) => (
          <div class="stack-small">
            <p>
              <Badge>{state.isOn ? 'On' : 'Off'}</Badge>{' '}
              {state.isOn && `${state.recoveryCodesLeft} of 10 recovery codes are left. `}
              {state.isDemanded && 'This organisation demands it of all members.'}
            </p>
            <div class="actions">
              <Acts acts={acts} on={state} onDone={own.reload} />
            </div>
          </div>
        )}
      </Loaded>
    </Card>
  );
}

const acts: Act<State>[] = [
  {
    label: ({ isOn }) => (isOn ? 'Set up another app' : 'Set it up'),
    operation: 'enrolSecondFactor',
    dialog: (_, ends) => <SetUp {...ends} />,
  },
  formAct({
    label: 'Switch it off',
    operation: 'disableSecondFactor',
    when: ({ isOn, isDemanded }) => isOn && !isDemanded,
    form: {
      title: 'Switch the second factor off',
      action: 'Switch it off',
      done: 'The second factor is off.',
      fields: (form) => <Password of={form} />,
    },
  }),
  {
    label: ({ isDemanded }) =>
      isDemanded ? 'No longer demand it of all members' : 'Demand it of all members',
    operation: 'putSecurity',
    run: ({ isDemanded }) => call('putSecurity', { body: { demandsSecondFactor: !isDemanded } }),
    done: ({ isDemanded }) =>
      isDemanded ? 'A second factor is optional now.' : 'All members need a second factor now.',
  },
];

/** Password, then the secret and a code, then the recovery codes. */
function SetUp(ends: Ends) {
  const title = 'Set up a second factor';
  return (
    <FormDialog
      operation="enrolSecondFactor"
      title={title}
      action="Go on"
      onClose={ends.onClose}
      secret={(secret) => (
        <FormDialog
          operation="confirmSecondFactor"
          title={title}
          action="Switch it on"
          secret={({ recoveryCodes }) => <RecoveryCodes codes={recoveryCodes} onClose={ends.onClose} />}
          {...ends}
        >
          {(form) => (
            <>
              <SecretToAdd {...secret} />
              <form.Field name="code" label="Code that the app shows" autocomplete="one-time-code" />
            </>
          )}
        </FormDialog>
      )}
    >
      {(form) => <Password of={form} />}
    </FormDialog>
  );
}

function Password({ of }: { of: FormOf<'enrolSecondFactor'> | FormOf<'disableSecondFactor'> }) {
  const form = of as FormOf<'enrolSecondFactor'>;
  return <form.Field name="password" label="Your password" kind="password" autocomplete="current-password" />;
}
