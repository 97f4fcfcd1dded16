import { useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import { api, unwrap } from '../../api/client.ts';
import { useAction, useData } from '../../api/use-data.ts';
import { useList } from '../../api/use-list.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Badge, Card, Empty, Loaded } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { FormError } from '../../components/form.tsx';
import { counted } from '../../components/numbers.tsx';
import { ShowMore } from '../../components/show-more.tsx';
import { Table } from '../../components/table.tsx';
import { toast } from '../../components/toast.tsx';
import { useBrandName } from '../../frame/brand.ts';
import { platformName } from '../../state/filters.ts';
import { href, useRoute } from '../../state/route.ts';
import { type AlertRule, KINDS, ruleName, SEVERITY_KIND, severityName } from './kinds.ts';
import { RuleDialog } from './rule-form.tsx';

/** What is watched, and where alerts are sent. */
export function Rules() {
  const { params } = useRoute();
  const brandId = params.get('brand');
  const edited = params.get('rule');
  const may = useAccess();
  const brandName = useBrandName();
  const list = useList(['alert rules', brandId], (after) =>
    unwrap(
      api.GET('/api/alert-rules', {
        params: {
          query: {
            limit: 100,
            ...(brandId === null ? {} : { brandId }),
            ...after,
          },
        },
      }),
    ),
  );
  const [deleted, setDeleted] = useState<AlertRule | null>(null);
  const toggle = useAction(async (rule: AlertRule) => {
    await unwrap(
      api.PATCH('/api/alert-rules/{id}', {
        params: { path: { id: rule.id } },
        body: { isActive: !rule.isActive },
      }),
    );
    toast(rule.isActive ? 'The rule is off.' : 'The rule is on.');
    list.reload();
  });
  return (
    <>
      <Card title="Rules" about="A rule that found something raises nothing more until that is over.">
        <FormError error={toggle.error} />
        <Loaded of={list} height={160}>
          {({ rows }) =>
            rows.length === 0 ? (
              <NoRules />
            ) : (
              <div class="stack-small">
                <Table
                  caption="Rules"
                  csv="alert-rules"
                  rows={rows}
                  keyOf={({ id }) => id}
                  columns={[
                    {
                      name: 'Rule',
                      cell: (rule) => (
                        <>
                          {ruleName(rule)}
                          {rule.name !== null && <div class="small muted">{KINDS[rule.type].name}</div>}
                        </>
                      ),
                      value: ruleName,
                    },
                    {
                      name: 'Brand',
                      cell: (rule) => brandName(rule.brandId),
                      value: (rule) => brandName(rule.brandId),
                    },
                    { name: 'Alert from', cell: triggersOf, value: triggersOf },
                    {
                      name: 'Days looked at',
                      isNumber: true,
                      cell: ({ windowDays }) => windowDays,
                      value: ({ windowDays }) => windowDays,
                    },
                    { name: 'Platform', cell: platformOf, value: platformOf },
                    {
                      name: 'Severity',
                      cell: ({ severity }) => (
                        <Badge kind={SEVERITY_KIND[severity]}>{severityName(severity)}</Badge>
                      ),
                      value: ({ severity }) => severityName(severity),
                    },
                    {
                      name: 'Watches',
                      cell: ({ isActive }) => (isActive ? <Badge kind="good">on</Badge> : <Badge>off</Badge>),
                      value: ({ isActive }) => (isActive ? 'on' : 'off'),
                    },
                    {
                      name: 'Actions',
                      head: <span class="visually-hidden">Actions</span>,
                      cell: (rule) => (
                        <div class="row-actions">
                          {may('updateAlertRule') && (
                            <>
                              <LinkButton size="small" href={href('alerts/rules', { rule: rule.id })}>
                                Edit
                              </LinkButton>
                              <Button
                                size="small"
                                isBusy={toggle.isBusy}
                                onClick={() => void toggle.run(rule)}
                              >
                                {rule.isActive ? 'Switch off' : 'Switch on'}
                              </Button>
                            </>
                          )}
                          {may('deleteAlertRule') && (
                            <Button size="small" kind="danger" onClick={() => setDeleted(rule)}>
                              Delete
                            </Button>
                          )}
                        </div>
                      ),
                    },
                  ]}
                />
                <ShowMore list={list} one="rule" />
              </div>
            )
          }
        </Loaded>
      </Card>
      <WhereSent />
      {edited !== null && may(edited === 'new' ? 'createAlertRule' : 'updateAlertRule') && (
        <RuleDialog key={edited} id={edited === 'new' ? null : edited} onSaved={list.reload} />
      )}
      {deleted !== null && (
        <Confirm
          title={`Delete the rule ${ruleName(deleted)}?`}
          action="Delete"
          onClose={() => setDeleted(null)}
          onConfirm={async () => {
            await unwrap(api.DELETE('/api/alert-rules/{id}', { params: { path: { id: deleted.id } } }));
            toast('The rule is deleted.');
            list.reload();
          }}
        >
          Its alerts stay, to be looked up and resolved.
        </Confirm>
      )}
    </>
  );
}

function NoRules() {
  const may = useAccess();
  return (
    <Empty
      title="Nothing is watched yet"
      action={
        may('createAlertRule') ? (
          <LinkButton kind="primary" href={href('alerts/rules', { rule: 'new' })}>
            Create the first rule
          </LinkButton>
        ) : undefined
      }
    >
      A good first one: a fall of visibility by 10 percentage points within a week.
    </Empty>
  );
}

/** Webhooks and integrations are for admins alone to see: others are told whom to ask. */
function WhereSent() {
  const may = useAccess();
  const isAdmin = may('listWebhooks') && may('listIntegrations');
  const webhooks = useData(isAdmin ? ['webhooks of alerts'] : null, () =>
    unwrap(api.GET('/api/webhooks', { params: { query: { limit: 1000 } } })),
  );
  const slack = useData(isAdmin ? ['integrations of alerts'] : null, () =>
    unwrap(api.GET('/api/integrations', { params: { query: { limit: 1000 } } })),
  );
  if (!isAdmin)
    return (
      <Card title="Where alerts are sent">
        <p>
          Alerts are shown here, and sent to the webhooks and the Slack channel of your organisation, if it
          has any. An admin sets them up in the settings.
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
            {() =>
              receivers.length + channels.length === 0 ? (
                <p>
                  They are shown on this page alone. Connect Slack, or add a webhook for your own systems, to
                  hear of them at once.
                </p>
              ) : (
                <ul>
                  {channels.length > 0 && <li>Slack ({counted(channels.length, 'integration')})</li>}
                  {receivers.map(({ id, url }) => (
                    <li key={id} class="address">
                      {url}
                    </li>
                  ))}
                </ul>
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Card>
  );
}

const triggersOf = (rule: AlertRule): string => KINDS[rule.type].triggers(rule.threshold);
const platformOf = ({ platform }: AlertRule): string => (platform === null ? 'All' : platformName(platform));
