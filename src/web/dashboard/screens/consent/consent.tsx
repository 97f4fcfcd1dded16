import { useEffect, useState } from 'preact/hooks';
import { call, type Schemas } from '../../api/client.ts';
import { useAction, useAnswer } from '../../api/loading.ts';
import { Button } from '../../components/button.tsx';
import { Card, Loaded, ScreenHead } from '../../components/card.tsx';
import { FormError } from '../../components/form/form.tsx';
import { SomeBrands } from '../../frame/some-brands.tsx';
import { href, useRoute } from '../../state/route.ts';

/** Asks whether an agent may read for the person. `/oauth/authorize` leads here, with its request. */
export default function Consent() {
  const request = useRoute().params.get('request');
  return (
    <>
      <ScreenHead title="Connect an agent" />
      {request === null ? (
        <Card title="Nothing asks to connect">
          <p>
            Begin in the agent: give it the address of this server with <code>/mcp</code> at the end.
          </p>
        </Card>
      ) : (
        <Asked key={request} request={request} />
      )}
    </>
  );
}

function Asked({ request }: { request: string }) {
  const consent = useAnswer('getConsent', { query: { request } });
  return (
    <Loaded of={consent} height={240}>
      {(asked) => <Question request={request} asked={asked} />}
    </Loaded>
  );
}

function Question({ request, asked }: { request: string; asked: Schemas['Consent'] }) {
  const [brandIds, setBrandIds] = useState<string[] | null>(null);
  const [goesTo, setGoesTo] = useState(asked.redirectTo);
  useEffect(() => {
    if (goesTo !== null) location.assign(goesTo);
  }, [goesTo]);
  const { run, isBusy, error } = useAction(async (isApproved: boolean) => {
    const body = { request, isApproved, brandIds };
    const { redirectTo } = await call('decideConsent', { body });
    setGoesTo(redirectTo);
  });
  const { client, organisation } = asked;
  if (goesTo !== null)
    return (
      <Card title={`Back to ${client.name}`}>
        <p>If nothing happens, you can close this page.</p>
      </Card>
    );
  return (
    <Card title={`Let “${client.name}” read for you?`}>
      <div class="stack-small consent">
        <Who client={client} />
        <p>
          It will read the reports, prompts and answers of <strong dir="auto">{organisation.name}</strong>, as{' '}
          {organisation.email}. It changes nothing.
        </p>
        <SomeBrands label="Brands that it may read" value={brandIds} onChange={setBrandIds} />
        <p class="small muted">
          You end it under <a href={href('settings/security')}>Login and mail</a> at any time. It also ends
          when you log out everywhere, set another password, or leave the organisation.
        </p>
        <PlanNote />
        <FormError error={error} />
        <div class="row">
          <Button
            kind="primary"
            isBusy={isBusy}
            disabled={brandIds?.length === 0}
            onClick={() => void run(true)}
          >
            Connect
          </Button>
          <Button isBusy={isBusy} onClick={() => void run(false)}>
            No
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** Anybody can take any name: what is known of who asks decides. */
function Who({ client: { host, isVerified, name, redirectHost } }: { client: Schemas['ConsentClient'] }) {
  return isVerified ? (
    <p>
      <strong>{host}</strong> says that this is “{name}”. You then go on at <strong>{redirectHost}</strong>.
    </p>
  ) : (
    <p class="note" data-kind="warn">
      It calls itself “{name}”; nobody has checked that. You then go on at <strong>{redirectHost}</strong>:
      say no unless you have just begun this there.
    </p>
  );
}

/** Says so where the plan has no reports for agents, before somebody finds out by a refusal. */
function PlanNote() {
  const { data } = useAnswer('getSubscription');
  if (!data || data.reportsByKey) return null;
  return (
    <p class="note" data-kind="warn">
      Your plan has no reports for agents: it will be refused until the plan is changed.{' '}
      <a href={href('settings/plan')}>See the plans</a>
    </p>
  );
}
