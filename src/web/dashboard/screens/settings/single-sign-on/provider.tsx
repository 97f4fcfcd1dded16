import { call, onVersion, type Schemas, type Versioned } from '../../../api/client.ts';
import { Card } from '../../../components/card.tsx';
import { ContractForm } from '../../../components/form/contract-form.tsx';
import { type Act, Acts } from '../../../components/list/acts.tsx';
import { Copied } from '../../../components/shown-once.tsx';
import { titled } from '../../../state/text.ts';
import { ROLES, RolesField } from './roles-field.tsx';

type Settings = Schemas['SingleSignOn'];

/** The provider itself: what is entered there, and what it says. */
export function Provider({ of: version, onChange }: { of: Versioned<Settings>; onChange: () => void }) {
  const { data } = version;
  const { isOn, isOnly, issuer, clientId, hasClientSecret, defaultRole, roleClaim, roles, sessionHours } =
    data;
  return (
    <Card
      title="Provider"
      about="Members log in by the accounts of your company: Entra ID, Google Workspace, Okta, Keycloak, or any other provider of OpenID Connect."
      actions={isOn && <Acts acts={acts} on={data} onDone={onChange} />}
    >
      {data.redirectUri === null ? (
        <p>
          The operator of this server sets its address first (<code>PUBLIC_URL</code>): the provider leads
          back there.
        </p>
      ) : (
        <div class="stack">
          <Addresses of={data} />
          <ContractForm
            operation="putSingleSignOn"
            fixed={{ isOnly }}
            first={{
              ...(issuer === null ? {} : { issuer }),
              ...(clientId === null ? {} : { clientId }),
              domains: data.domains.map(({ domain }) => domain),
              defaultRole,
              roleClaim,
              roles,
              sessionHours,
            }}
            action={isOn ? 'Save' : 'Set it up'}
            send={(sent) => call('putSingleSignOn', { ...sent, header: onVersion(version) })}
            done="The provider is saved, and answers."
            onDone={onChange}
            onReload={onChange}
          >
            {(form) => (
              <>
                <form.Field
                  name="issuer"
                  label="Issuer"
                  placeholder="https://login.example.com"
                  hint="Exactly as the provider names itself. Another issuer ends all links of accounts."
                />
                <div class="form-row">
                  <form.Field name="clientId" label="Client id" autocomplete="off" />
                  <form.Field
                    name="clientSecret"
                    label="Client secret"
                    kind="password"
                    autocomplete="off"
                    hint={
                      hasClientSecret
                        ? 'Leave it empty to keep the one that is stored.'
                        : 'It is kept encrypted and not shown again.'
                    }
                  />
                </div>
                <form.Field
                  name="domains"
                  label="Domains of your addresses, one a line"
                  rows={2}
                  hint="They are to be proved: a login begins with an address, and new people need one of these."
                />
                <div class="form-row">
                  <form.Field
                    name="defaultRole"
                    label="Role of new people"
                    options={[
                      ['', 'None: nobody new is let in'],
                      ...ROLES.map((role) => [role, titled(role)] as const),
                    ]}
                  />
                  <form.Field name="sessionHours" label="Hours until a login ends" />
                </div>
                <form.Field
                  name="roleClaim"
                  label="Claim that gives roles"
                  placeholder="groups"
                  hint="Leave it empty where roles are given here."
                />
                {form.value('roleClaim') ? (
                  <form.Custom name="roles">{(field) => <RolesField {...field} />}</form.Custom>
                ) : null}
              </>
            )}
          </ContractForm>
        </div>
      )}
    </Card>
  );
}

function Addresses({ of }: { of: Settings }) {
  return (
    <details open={!of.isOn}>
      <summary>What to enter at the provider</summary>
      <div class="stack-small">
        <Copied label="Redirect URI, the only one" value={of.redirectUri ?? ''} />
        <Copied label="After a logout" value={of.postLogoutRedirectUri ?? ''} />
        <Copied label="Back-channel logout" value={of.backChannelLogoutUri ?? ''} />
        <p class="small muted">
          As a web application that uses the authorization code. <a href="docs/single-sign-on">The guide</a>
        </p>
      </div>
    </details>
  );
}

const acts: Act<Settings>[] = [
  {
    label: 'Remove',
    operation: 'deleteSingleSignOn',
    kind: 'danger',
    when: ({ isOnly }) => !isOnly,
    confirm: () => ({
      title: 'Remove the provider?',
      action: 'Remove it',
      text: 'Logins by it end, and all links of accounts are forgotten. Members stay, and log in by password.',
    }),
    run: () => call('deleteSingleSignOn'),
    done: 'The provider is removed.',
  },
];
