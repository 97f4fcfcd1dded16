import { call, type Schemas } from '../../../api/client.ts';
import { useAction } from '../../../api/loading.ts';
import { Button } from '../../../components/button.tsx';
import { Badge, Card } from '../../../components/card.tsx';
import { FormError } from '../../../components/form/form.tsx';
import { Copied } from '../../../components/shown-once.tsx';
import { toast } from '../../../components/toast.tsx';

type Settings = Schemas['SingleSignOn'];

/** The domains of addresses, and the DNS records that prove them. */
export function Domains({ of: { domains }, onChange }: { of: Settings; onChange: () => void }) {
  const waiting = domains.filter(({ verifiedAt }) => verifiedAt === null);
  const checking = useAction(async () => {
    const after = await call('checkSingleSignOnDomains');
    const left = after.domains.filter(({ verifiedAt }) => verifiedAt === null).length;
    toast(left === 0 ? 'All domains are proved.' : 'A record was not found yet: DNS may take a while.');
    onChange();
  });
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
              <Button isBusy={checking.isBusy} onClick={() => void checking.run()}>
                Check now
              </Button>
            </div>
          )}
          <FormError error={checking.error} />
        </div>
      )}
    </Card>
  );
}
