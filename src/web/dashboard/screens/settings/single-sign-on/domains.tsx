import { call, type Schemas } from '../../../api/client.ts';
import { Badge, Card } from '../../../components/card.tsx';
import { type Act, Acts } from '../../../components/list/acts.tsx';
import { Copied } from '../../../components/shown-once.tsx';
import { toast } from '../../../components/toast.tsx';

type Settings = Schemas['SingleSignOn'];

const check: Act<null> = {
  label: 'Check now',
  operation: 'checkSingleSignOnDomains',
  run: async () => {
    const { domains } = await call('checkSingleSignOnDomains');
    const isProved = domains.every(({ verifiedAt }) => verifiedAt !== null);
    toast(isProved ? 'All domains are proved.' : 'A record was not found yet: DNS may take a while.');
  },
};

/** The domains of addresses, and the DNS records that prove them. */
export function Domains({ of: { domains }, onChange }: { of: Settings; onChange: () => void }) {
  const waiting = domains.filter(({ verifiedAt }) => verifiedAt === null);
  return (
    <Card
      title="Domains"
      about="Prove that they are yours by a DNS TXT record: a login by an address of a proved domain is led to your provider."
    >
      {domains.length === 0 ? (
        <p>List your domains above first.</p>
      ) : (
        <div class="stack">
          {domains.map(({ domain, record, value, verifiedAt }) => (
            <div key={domain} class="stack-small">
              <div>
                <strong>{domain}</strong>{' '}
                {verifiedAt === null ? (
                  <Badge kind="warn">Not proved</Badge>
                ) : (
                  <Badge kind="good">Proved</Badge>
                )}
              </div>
              {verifiedAt === null && (
                <>
                  <Copied label="Name of the TXT record" value={record} />
                  <Copied label="Its value" value={value} />
                </>
              )}
            </div>
          ))}
          {waiting.length > 0 && (
            <div>
              <Acts acts={[check]} on={null} onDone={onChange} />
            </div>
          )}
        </div>
      )}
    </Card>
  );
}
