import { useAccess } from '../../api/access.ts';
import { api, unwrap } from '../../api/client.ts';
import { useAction, useData } from '../../api/use-data.ts';
import { useList } from '../../api/use-list.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Badge, Card, Empty, Loaded } from '../../components/card.tsx';
import { CsvButton } from '../../components/csv.tsx';
import { FormError } from '../../components/form.tsx';
import { Change, formatDay, formatMoment, Interval } from '../../components/numbers.tsx';
import { ShowMore } from '../../components/show-more.tsx';
import type { Column } from '../../components/table.tsx';
import { toast } from '../../components/toast.tsx';
import { useBrandName } from '../../frame/brand.ts';
import { useMembers } from '../../frame/members.ts';
import { platformName } from '../../state/filters.ts';
import { href, useRoute } from '../../state/route.ts';
import { type Alert, certaintyOf, KINDS, SEVERITY_KIND, severityName } from './kinds.ts';

/** Alerts of one state, the latest first. */
export function AlertList({ state }: { state: Alert['state'] }) {
  const brandId = useRoute().params.get('brand');
  const list = useList(['alerts', state, brandId], (after) =>
    unwrap(
      api.GET('/api/alerts', {
        params: {
          query: {
            state,
            limit: 50,
            ...(brandId === null ? {} : { brandId }),
            ...after,
          },
        },
      }),
    ),
  );
  const brandName = useBrandName();
  const { emailOf } = useMembers();
  const nameOfMember = (id: string | null) => emailOf(id) ?? 'a former member';
  return (
    <Loaded of={list} height={240}>
      {({ rows }) =>
        rows.length === 0 ? (
          <NoAlerts state={state} brandId={brandId} />
        ) : (
          <div class="stack">
            <ul class="alerts-list">
              {rows.map((alert) => (
                <OneAlert
                  key={alert.id}
                  alert={alert}
                  brand={brandName(alert.brandId)}
                  nameOfMember={nameOfMember}
                  onChange={list.reload}
                />
              ))}
            </ul>
            <ShowMore list={list} one="alert" />
            <div>
              <CsvButton name="alerts" columns={csvColumns(brandName)} rows={rows} />
            </div>
          </div>
        )
      }
    </Loaded>
  );
}

function OneAlert({
  alert,
  brand,
  nameOfMember,
  onChange,
}: {
  alert: Alert;
  brand: string;
  nameOfMember: (id: string | null) => string;
  onChange: () => void;
}) {
  const may = useAccess();
  const params = { path: { id: alert.id } };
  const acknowledge = useAction(async () => {
    await unwrap(api.POST('/api/alerts/{id}/acknowledge', { params }));
    toast('Marked as being looked after.');
    onChange();
  });
  const resolve = useAction(async () => {
    await unwrap(api.POST('/api/alerts/{id}/resolve', { params }));
    toast('Resolved.');
    onChange();
  });
  const { current, previous, threshold } = alert.evidence;
  const kind = KINDS[alert.type];
  const days = {
    brand: alert.brandId,
    range: `${current.startDate}..${current.endDate}`,
    platform: alert.platform,
    tag: null,
    branded: null,
  };
  const isActive = alert.state === 'ACTIVE';
  return (
    <li class="card">
      <div class="row">
        <Badge kind={SEVERITY_KIND[alert.severity]}>{severityName(alert.severity)}</Badge>
        {!isActive && <Badge kind="good">resolved</Badge>}
        {isActive && alert.acknowledgedAt !== null && <Badge>looked after</Badge>}
        <span class="small muted">
          {kind.name} · {brand}
          {alert.platform !== null && ` · ${platformName(alert.platform)}`}
        </span>
      </div>
      <h2>{alert.message}</h2>
      <dl class="kv small">
        <dt>{isActive ? 'Since' : 'Raised'}</dt>
        <dd>{formatMoment(alert.triggeredAt)}</dd>
        <dt>Measured</dt>
        <dd>
          {kind.measured(current)}, {formatDay(current.startDate)} to {formatDay(current.endDate)}
        </dd>
        {previous !== null && (
          <>
            <dt>Before</dt>
            <dd>
              {kind.measured(previous)}, {formatDay(previous.startDate)} to {formatDay(previous.endDate)}
            </dd>
          </>
        )}
        <dt>Alert from</dt>
        <dd>{kind.triggers(threshold)}</dd>
        {alert.evidence.change && (
          <>
            <dt>Change</dt>
            <dd>
              <Change {...alert.evidence.change} />{' '}
              <Interval low={alert.evidence.change.low} high={alert.evidence.change.high} />
            </dd>
          </>
        )}
        {certaintyOf(alert) !== null && (
          <>
            <dt>Certainty</dt>
            <dd>{certaintyOf(alert)}</dd>
          </>
        )}
        {alert.acknowledgedAt !== null && (
          <>
            <dt>Looked after</dt>
            <dd>
              by {nameOfMember(alert.acknowledgedBy)}, {formatMoment(alert.acknowledgedAt)}
            </dd>
          </>
        )}
        {alert.resolvedAt !== null && (
          <>
            <dt>Resolved</dt>
            <dd>
              {alert.resolvedBy === null
                ? 'by itself: it is no longer so'
                : `by ${nameOfMember(alert.resolvedBy)}`}
              , {formatMoment(alert.resolvedAt)}
            </dd>
          </>
        )}
      </dl>
      <FormError error={acknowledge.error ?? resolve.error} />
      <div class="actions">
        <LinkButton size="small" href={href('overview', days)}>
          See these days
        </LinkButton>
        {previous !== null && (
          <LinkButton
            size="small"
            href={href('compare', { ...days, against: `${previous.startDate}..${previous.endDate}` })}
          >
            What moved it
          </LinkButton>
        )}
        {isActive && alert.acknowledgedAt === null && may('acknowledgeAlert') && (
          <Button size="small" isBusy={acknowledge.isBusy} onClick={() => void acknowledge.run()}>
            I look after it
          </Button>
        )}
        {isActive && may('resolveAlert') && (
          <Button size="small" isBusy={resolve.isBusy} onClick={() => void resolve.run()}>
            Resolve
          </Button>
        )}
      </div>
    </li>
  );
}

function NoAlerts({ state, brandId }: { state: Alert['state']; brandId: string | null }) {
  const may = useAccess();
  const query = { limit: 1, isActive: true, ...(brandId === null ? {} : { brandId }) };
  const rules = useData(['alert rules, any', brandId], () =>
    unwrap(api.GET('/api/alert-rules', { params: { query } })),
  );
  if (state === 'RESOLVED')
    return (
      <Card title="Resolved alerts">
        <Empty title="No alert was resolved yet">Alerts come here when they are over.</Empty>
      </Card>
    );
  return (
    <Card title="Active alerts">
      <Loaded of={rules}>
        {({ total }) =>
          total > 0 ? (
            <Empty
              title="All is quiet"
              action={<LinkButton href={href('alerts/rules')}>See the rules</LinkButton>}
            >
              No rule found a change that chance does not explain.
            </Empty>
          ) : (
            <Empty
              title="Nothing is watched yet"
              action={
                may('createAlertRule') ? (
                  <LinkButton kind="primary" href={href('alerts/rules', { rule: 'new' })}>
                    Create a rule
                  </LinkButton>
                ) : undefined
              }
            >
              A rule says what to watch, such as a fall of visibility. You hear of it here
              {may('createAlertRule') ? '.' : ', once a member of your organisation creates one.'}
            </Empty>
          )
        }
      </Loaded>
    </Card>
  );
}

const csvColumns = (brandName: (id: string) => string): Column<Alert>[] => {
  const column = (name: string, value: (alert: Alert) => string | number | null): Column<Alert> => ({
    name,
    cell: value,
    value,
  });
  return [
    column('Brand', ({ brandId }) => brandName(brandId)),
    column('Kind', ({ type }) => KINDS[type].name),
    column('Severity', ({ severity }) => severityName(severity)),
    column('Message', ({ message }) => message),
    column('Platform', ({ platform }) => platform && platformName(platform)),
    column('First day', ({ evidence }) => evidence.current.startDate),
    column('Last day', ({ evidence }) => evidence.current.endDate),
    column('Measured', ({ evidence }) => evidence.current.value),
    column('Before', ({ evidence }) => evidence.previous?.value ?? null),
    column('Threshold', ({ evidence }) => evidence.threshold),
    column('Raised', ({ triggeredAt }) => triggeredAt),
    column('Looked after', ({ acknowledgedAt }) => acknowledgedAt),
    column('Resolved', ({ resolvedAt }) => resolvedAt),
  ];
};
