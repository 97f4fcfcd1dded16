import { formatDays } from '../../../../presentation/days.ts';
import { difference, formatMoment, shownShare } from '../../../../presentation/numbers.ts';
import { useAccess } from '../../api/access.ts';
import { useAnswer, useRows } from '../../api/loading.ts';
import { LinkButton } from '../../components/button.tsx';
import { Badge, Card, Empty, Loaded } from '../../components/card.tsx';
import { Change, Interval } from '../../components/change.tsx';
import { type Act, Acts } from '../../components/list/acts.tsx';
import { SaidBadge } from '../../components/list/columns.tsx';
import { Facts } from '../../components/list/facts.tsx';
import { ShowMore } from '../../components/list/show-more.tsx';
import { CsvButton } from '../../components/table/csv.tsx';
import type { Column } from '../../components/table/table.tsx';
import { useBrandName } from '../../frame/brand/brand.ts';
import { useMembers } from '../../frame/members.ts';
import { platformName } from '../../state/filters.ts';
import { href, useRoute } from '../../state/route.ts';
import { type Alert, certaintyOf, KINDS, SEVERITIES } from './kinds.ts';
import { newRule } from './rules.tsx';

/** Alerts of one state, the latest first. */
export function AlertList({ state }: { state: Alert['state'] }) {
  const brandId = useRoute().params.get('brand');
  const list = useRows('listAlerts', { state, brandId, limit: 50 });
  const brandName = useBrandName();
  const { emailOf } = useMembers();
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
                  nameOfMember={emailOf}
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

/** Its message with what was measured as it is everywhere on the page: with one decimal, rounded once. */
const messageOf = ({ type, message, evidence: { current, previous } }: Alert) =>
  message.replace(/\d+\.\d+/g, (number) => {
    const window = [current, previous].find((one) => one && String(one.value) === number);
    return window ? KINDS[type].number(window) : number;
  });

/** The change of a share: the difference of what is shown beside it. */
function pointsOf({ evidence: { current, previous } }: Alert): number | null {
  const [now, before] = [current, previous].map((one) => one && shownShare(one.count, one.total));
  return now == null || before == null ? null : difference(now, before);
}

/** The range of an alert, as the address of a screen has it. */
const rangeOf = ({ startDate, endDate }: Alert['evidence']['current']) => `${startDate}..${endDate}`;

const daysOf = ({ brandId, platform, evidence }: Alert) => ({
  brand: brandId,
  range: rangeOf(evidence.current),
  platform,
  tag: null,
  branded: null,
});

const isActive = ({ state }: Alert) => state === 'ACTIVE';

const acts: Act<Alert>[] = [
  {
    label: 'See these days',
    operation: 'listAlerts',
    link: (alert) => href('overview', daysOf(alert)),
  },
  {
    label: 'What moved it',
    operation: 'listAlerts',
    when: ({ evidence }) => evidence.previous !== null,
    link: (alert) => {
      const { previous } = alert.evidence;
      return href('compare', { ...daysOf(alert), against: previous && rangeOf(previous) });
    },
  },
  {
    label: 'I am responsible',
    operation: 'acknowledgeAlert',
    when: (alert) => isActive(alert) && alert.acknowledgedAt === null,
    done: 'You are responsible for it.',
  },
  { label: 'Resolve', operation: 'resolveAlert', when: isActive, done: 'Resolved.' },
];

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
  const { current, previous, threshold, change } = alert.evidence;
  const kind = KINDS[alert.type];
  const measured = (window: typeof current) =>
    `${kind.measured(window)}, ${formatDays(window.startDate, window.endDate)}`;
  const resolver =
    alert.resolvedBy === null ? 'by itself: it is no longer so' : `by ${nameOfMember(alert.resolvedBy)}`;
  return (
    <li class="card">
      <div class="row">
        <SaidBadge said={SEVERITIES[alert.severity]} />
        {!isActive(alert) && <Badge kind="good">resolved</Badge>}
        <span class="small muted">
          {kind.name} · <bdi>{brand}</bdi>
          {alert.platform !== null && ` · ${platformName(alert.platform)}`}
        </span>
      </div>
      <h2 dir="auto">{messageOf(alert)}</h2>
      <Facts
        isSmall
        of={[
          [isActive(alert) ? 'Since' : 'Raised', formatMoment(alert.triggeredAt)],
          ['Measured', measured(current)],
          ['Before', previous && measured(previous)],
          ['Alert from', kind.triggers(threshold)],
          [
            'Change',
            change && (
              <>
                <Change {...change} points={pointsOf(alert) ?? change.points} />{' '}
                <Interval low={change.low} high={change.high} />
              </>
            ),
          ],
          ['Certainty', certaintyOf(alert)],
          [
            'Responsible',
            alert.acknowledgedAt &&
              `${nameOfMember(alert.acknowledgedBy)}, since ${formatMoment(alert.acknowledgedAt)}`,
          ],
          ['Resolved', alert.resolvedAt && `${resolver}, ${formatMoment(alert.resolvedAt)}`],
        ]}
      />
      <div class="actions">
        <Acts acts={acts} on={alert} size="small" onDone={onChange} />
      </div>
    </li>
  );
}

function NoAlerts({ state, brandId }: { state: Alert['state']; brandId: string | null }) {
  const may = useAccess();
  const query = { limit: 1, isActive: true, brandId };
  const rules = useAnswer('listAlertRules', { query });
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
              action={<Acts acts={[newRule('Create a rule')]} on={null} />}
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

const csvColumns = (brandName: (id: string) => string): Column<Alert>[] => [
  { name: 'Brand', value: ({ brandId }) => brandName(brandId) },
  { name: 'Kind', value: ({ type }) => KINDS[type].name },
  { name: 'Severity', value: ({ severity }) => SEVERITIES[severity][0] },
  { name: 'Message', value: ({ message }) => message },
  { name: 'Platform', value: ({ platform }) => platform && platformName(platform) },
  { name: 'First day', value: ({ evidence }) => evidence.current.startDate },
  { name: 'Last day', value: ({ evidence }) => evidence.current.endDate },
  { name: 'Measured', value: ({ evidence }) => evidence.current.value },
  { name: 'Before', value: ({ evidence }) => evidence.previous?.value ?? null },
  { name: 'Threshold', value: ({ evidence }) => evidence.threshold },
  { name: 'Raised', value: ({ triggeredAt }) => triggeredAt },
  { name: 'Responsible since', value: ({ acknowledgedAt }) => acknowledgedAt },
  { name: 'Resolved', value: ({ resolvedAt }) => resolvedAt },
];
