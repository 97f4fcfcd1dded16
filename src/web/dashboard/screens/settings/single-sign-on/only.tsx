import { counted } from '../../../../../presentation/numbers.ts';
import { call, onVersion, type Schemas, type Versioned } from '../../../api/client.ts';
import { Badge, Card } from '../../../components/card.tsx';
import { type Act, Acts } from '../../../components/list/acts.tsx';

type Settings = Schemas['SingleSignOn'];

/** Whether passwords let members in, too. */
export function Only({ of: version, onChange }: { of: Versioned<Settings>; onChange: () => void }) {
  const { isOnly, membersWithoutLink } = version.data;
  return (
    <Card
      title="Nothing but the provider"
      about="Passwords of members are refused in this organisation. API keys go on."
      actions={<Acts acts={actsOf(version)} on={version.data} onDone={onChange} />}
    >
      <p>
        <Badge kind={isOnly ? 'accent' : undefined}>{isOnly ? 'On' : 'Off'}</Badge>{' '}
        {membersWithoutLink === 0
          ? 'All members are linked with the provider.'
          : `${counted(membersWithoutLink, 'member')} not linked yet: a password then lets them do nothing but that.`}
      </p>
    </Card>
  );
}

function actsOf(version: Versioned<Settings>): Act<Settings>[] {
  const put = (isOnly: boolean) =>
    call('putSingleSignOn', { body: settingsOf(version.data, isOnly), header: onVersion(version) });
  return [
    {
      label: 'Switch it on',
      operation: 'putSingleSignOn',
      kind: 'danger',
      when: ({ isOnly }) => !isOnly,
      confirm: ({ membersWithoutLink }) => ({
        title: 'Refuse passwords?',
        action: 'Refuse them',
        text: `All logins by password end now${membersWithoutLink === 0 ? '' : `, those of ${counted(membersWithoutLink, 'member')} without a link too`}. You must be logged in by the provider yourself, so that a mistake locks nobody out.`,
      }),
      run: () => put(true),
      done: 'Nothing but the provider lets people in now.',
    },
    {
      label: 'Let passwords in again',
      operation: 'putSingleSignOn',
      when: ({ isOnly }) => isOnly,
      run: () => put(false),
      done: 'Passwords are let in again.',
    },
  ];
}

/** What is stored, as it is sent. The secret stays as it is. */
function settingsOf(
  { issuer, clientId, defaultRole, roleClaim, roles, sessionHours, domains }: Settings,
  isOnly: boolean,
): Schemas['SingleSignOnSettings'] {
  const rest = { defaultRole, roleClaim, roles, sessionHours, isOnly };
  return {
    issuer: issuer ?? '',
    clientId: clientId ?? '',
    domains: domains.map(({ domain }) => domain),
    ...rest,
  };
}
