import { formatDay } from '../../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../../api/client.ts';
import { useAnswer } from '../../../api/loading.ts';
import { leadOn } from '../../../api/session.ts';
import { Badge, Card, Loaded } from '../../../components/card.tsx';
import { type Act, Acts } from '../../../components/list/acts.tsx';

type Link = Schemas['SingleSignOnLink'];

/** The person's accounts at providers. Nothing is shown where there is no provider. */
export function CompanyAccount() {
  const links = useAnswer('getSingleSignOnLink');
  if (links.data?.providers.length === 0) return null;
  return (
    <Card title="Your company's account" about="Link it once, and log in by it instead of your password.">
      <Loaded of={links} height={60}>
        {({ providers }) => (
          <ul class="settings-list">
            {providers.map((link) => (
              <li key={link.provider}>
                <div>
                  <Badge>{link.linkedAt === null ? 'Not linked' : 'Linked'}</Badge> {hostOf(link)}
                  <div class="small muted">
                    {link.provider === 'SERVER' ? 'for all of this server' : 'for this organisation'}
                    {link.linkedAt !== null && `, since ${formatDay(link.linkedAt)}`}
                  </div>
                </div>
                <div class="row-actions">
                  <Acts acts={acts} on={link} size="small" onDone={links.reload} />
                </div>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

const hostOf = ({ issuer }: Link) => (URL.canParse(issuer) ? new URL(issuer).host : issuer);

const acts: Act<Link>[] = [
  {
    label: 'Link it',
    operation: 'linkSingleSignOn',
    when: ({ linkedAt }) => linkedAt === null,
    run: async ({ provider }) => leadOn((await call('linkSingleSignOn', { query: { provider } })).url),
  },
  {
    label: 'Forget the link',
    operation: 'forgetSingleSignOnLink',
    kind: 'danger',
    when: ({ linkedAt }) => linkedAt !== null,
    confirm: (link) => ({
      title: 'Forget the link?',
      action: 'Forget it',
      text: `Your account at ${hostOf(link)} no longer lets you in, and your logins by it end.`,
    }),
    run: ({ provider }) => call('forgetSingleSignOnLink', { query: { provider } }),
    done: 'The link is forgotten.',
  },
];
