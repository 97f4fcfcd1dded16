import { counted } from '../../../../presentation/numbers.ts';
import { useAccess } from '../../api/access.ts';
import { call } from '../../api/client.ts';
import { useAnswer, useRows } from '../../api/loading.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card, Loaded } from '../../components/card.tsx';
import type { Act } from '../../components/list/acts.tsx';
import { badgeColumn, Clamped, numberColumn, textColumn } from '../../components/list/columns.tsx';
import { ResourceList } from '../../components/list/resource-list.tsx';
import type { Column } from '../../components/table/table.tsx';
import { useBrandName } from '../../frame/brand/brand.ts';
import { platformName } from '../../state/filters.ts';
import { href, useRoute } from '../../state/route.ts';
import { type AlertRule, KINDS, reachOf, ruleName, SEVERITIES } from './kinds.ts';
import { RuleForm } from './rule-form.tsx';

/** What is watched, and where alerts are sent. */
export function Rules() {
  const brandId = useRoute().params.get('brand');
  const brandName = useBrandName();
  const list = useRows('listAlertRules', { brandId });
  return (
    <>
      <ResourceList
        title="Rules"
        about="A rule that found something raises nothing more until that is over."
        list={list}
        one="rule"
        csv="alert-rules"
        nameOf={(rule) => `${ruleName(rule)}, ${brandName(rule.brandId)}`}
        columns={columnsOf(brandName)}
        acts={acts}
        empty={[
          'Nothing is watched yet',
          'A good first one: a fall of visibility by 10 percentage points within a week.',
        ]}
        first={newRule('Create the first rule')}
        height={160}
      />
      <WhereSent />
      <RuleForm onDone={list.reload} />
    </>
  );
}

/** Leads to the form of a new rule. */
export const newRule = (label: string): Act<null> => ({
  label,
  operation: 'createAlertRule',
  kind: 'primary',
  link: () => href('alerts/rules', { rule: 'new' }),
});

const acts: Act<AlertRule>[] = [
  {
    label: 'Edit',
    operation: 'updateAlertRule',
    link: ({ id }) => href('alerts/rules', { rule: id }),
  },
  {
    label: ({ isActive }) => (isActive ? 'Switch off' : 'Switch on'),
    operation: 'updateAlertRule',
    run: ({ id, isActive }) => call('updateAlertRule', { path: { id }, body: { isActive: !isActive } }),
    done: ({ isActive }) => (isActive ? 'The rule is off.' : 'The rule is on.'),
  },
  {
    label: 'Delete',
    operation: 'deleteAlertRule',
    kind: 'danger',
    confirm: (rule) => ({
      title: `Delete the rule ${ruleName(rule)}?`,
      action: 'Delete',
      text: 'Its alerts stay, to be looked up and resolved.',
    }),
    done: 'The rule is deleted.',
  },
];

const columnsOf = (brandName: (id: string) => string): Column<AlertRule>[] => [
  textColumn('Rule', ruleName, (rule) => rule.name !== null && KINDS[rule.type].name),
  textColumn('Brand', ({ brandId }) => brandName(brandId)),
  textColumn('Alert from', ({ type, threshold }) => KINDS[type].triggers(threshold), reachOf),
  numberColumn('Days looked at', ({ windowDays }) => windowDays),
  textColumn('Platform', ({ platform }) => (platform === null ? 'All' : platformName(platform))),
  {
    ...badgeColumn<AlertRule>('Severity', ({ severity }) => SEVERITIES[severity]),
    rank: ({ severity }) => Object.keys(SEVERITIES).indexOf(severity),
  },
  badgeColumn('Watches', ({ isActive }) => (isActive ? ['on', 'good'] : ['off'])),
];

/** Webhooks and integrations are for admins alone to see: others are told whom to ask. */
function WhereSent() {
  const may = useAccess();
  const isAdmin = may('listWebhooks') && may('listIntegrations');
  const mail = useAnswer('getMail');
  const isMailed = mail.data?.isOn === true;
  const webhooks = useAnswer('listWebhooks', isAdmin ? { query: { limit: 1000 } } : null);
  const slack = useAnswer('listIntegrations', isAdmin ? { query: { limit: 1000 } } : null);
  if (!isAdmin)
    return (
      <Card title="Where alerts are sent">
        <p>
          Alerts are shown here, {isMailed && 'mailed to members who want them, '}and sent to the webhooks and
          the Slack channel of your organisation, if it has any. An admin sets them up in the settings.
        </p>
      </Card>
    );
  const receivers = (webhooks.data?.data ?? []).filter(
    ({ isActive, events }) => isActive && events.includes('alert.triggered'),
  );
  const channels = (slack.data?.data ?? []).filter(({ type, isActive }) => type === 'SLACK' && isActive);
  return (
    <Card
      title="Where alerts are sent"
      actions={
        <>
          <LinkButton size="small" href={href('settings/webhooks')}>
            Webhooks
          </LinkButton>
          <LinkButton size="small" href={href('settings/integrations')}>
            Slack
          </LinkButton>
        </>
      }
    >
      <Loaded of={webhooks} height={40}>
        {() => (
          <Loaded of={slack} height={40}>
            {() => (
              <Loaded of={mail} height={40}>
                {() =>
                  receivers.length + channels.length === 0 && !isMailed ? (
                    <p>
                      They are shown on this page alone. Connect Slack, or add a webhook for your own systems,
                      to hear of them at once.
                    </p>
                  ) : (
                    <ul>
                      {isMailed && <li>Mail to members who want it</li>}
                      {channels.length > 0 && <li>Slack ({counted(channels.length, 'integration')})</li>}
                      {receivers.map(({ id, url }) => (
                        <li key={id}>
                          <Clamped text={url} />
                        </li>
                      ))}
                    </ul>
                  )
                }
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </Card>
  );
}
