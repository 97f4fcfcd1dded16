import { format } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card, Empty, Loaded, ScreenHead } from '../../components/card.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useBrand } from '../../frame/brand/brand.ts';
import { ChooseBrand } from '../../frame/brand/choose-brand.tsx';
import { useFilters } from '../../state/filters.ts';
import { here, useRoute } from '../../state/route.ts';
import { Decided } from './decided.tsx';
import { Nothing } from './nothing.tsx';
import { OneOpportunity } from './one-opportunity.tsx';
import { useOpportunities } from './use-opportunities.ts';
import { isKind, isState, KINDS, type Kind, type Opportunity, STATES, type State } from './words.ts';

const MOST_SHOWN = 100;

/** What to do next for a brand, what was decided about it, and what came of it. */
export default function Opportunities() {
  const brand = useBrand();
  const { params } = useRoute();
  if (!brand) return <ChooseBrand title="Opportunities" brand={brand} />;
  const [asked, kind] = [params.get('state'), params.get('kind')];
  const state = isState(asked) ? asked : 'OPEN';
  const ofKind = isKind(kind) ? kind : null;
  return (
    <div class="stack">
      {state === 'OPEN' ? (
        <ToDo brand={brand} kind={ofKind} isUncertain={params.get('uncertain') === '1'} />
      ) : (
        <>
          <ScreenHead title="Opportunities">What you decided, and what came of it.</ScreenHead>
          <Choices state={state} kind={ofKind} />
          <Card title={STATES[state]}>
            <Decided brandId={brand.id} state={state} kind={ofKind} />
          </Card>
        </>
      )}
    </div>
  );
}

/** What nobody has decided about, the most at stake first. */
function ToDo({
  brand,
  kind,
  isUncertain,
}: {
  brand: Schemas['Brand'];
  kind: Kind | null;
  isUncertain: boolean;
}) {
  const report = useOpportunities(brand.id, useFilters(), {
    states: ['OPEN'],
    limit: MOST_SHOWN,
    ...(isUncertain && { include: ['uncertain'] }),
  });
  const all = report.data?.data ?? [];
  const shown = kind === null ? all : all.filter((one) => one.kind === kind);
  return (
    <>
      <ScreenHead title={titleOf(report.data)}>
        What costs {brand.name} visibility, the most at stake first. At most one in ten of these is chance.
      </ScreenHead>
      <Choices state="OPEN" kind={kind} />
      <Card
        title={STATES.OPEN}
        actions={
          isUncertain && (
            <LinkButton size="small" href={here({ uncertain: null })}>
              Only what is certain
            </LinkButton>
          )
        }
      >
        <Loaded of={report} height={480}>
          {(found) =>
            shown.length > 0 ? (
              <Lists shown={shown} isUncertain={isUncertain} onDecided={report.reload} />
            ) : all.length > 0 ? (
              <Empty
                title="None of this kind"
                action={<LinkButton href={here({ kind: null })}>Show all kinds</LinkButton>}
              >
                There is something to do of another kind.
              </Empty>
            ) : (
              <Nothing report={found} brandId={brand.id} />
            )
          }
        </Loaded>
      </Card>
    </>
  );
}

/** What is certain, and apart from it what chance may explain. */
function Lists({
  shown,
  isUncertain,
  onDecided,
}: {
  shown: readonly Opportunity[];
  isUncertain: boolean;
  onDecided: () => void;
}) {
  const list = (isCertain: boolean) => (
    <ol class="opportunities">
      {shown
        .filter((one) => one.is_certain === isCertain)
        .map((one) => (
          <OneOpportunity key={one.id} of={one} isFirst={one === shown[0]} onDecided={onDecided} />
        ))}
    </ol>
  );
  return (
    <div class="stack-small">
      {list(true)}
      {isUncertain ? (
        <>
          <h3>What may be chance</h3>
          {list(false)}
        </>
      ) : (
        <p class="small">
          <a href={here({ uncertain: '1' })}>Show also what may be chance</a>
        </p>
      )}
    </div>
  );
}

/** The screen in one sentence. */
function titleOf(report: Schemas['OpportunitiesReport'] | undefined): string {
  const certain = report?.data.filter((one) => one.is_certain) ?? [];
  const [first] = certain;
  if (!first) return 'Opportunities';
  const things = certain.length === 1 ? 'One thing to do' : `${certain.length} things to do`;
  return `${things}: the first is worth up to ${format(first.at_stake)} points`;
}

/** Which of them are shown: by what was decided, and by kind. */
function Choices({ state, kind }: { state: State; kind: Kind | null }) {
  const kinds: readonly (readonly [Kind | null, string])[] = [
    [null, 'All kinds'],
    ...(Object.entries(KINDS) as [Kind, string][]),
  ];
  return (
    <div class="row spread">
      <Tabs
        label="Decisions"
        tabs={(Object.entries(STATES) as [State, string][]).map(([each, text]) => ({
          text,
          href: here({ state: each === 'OPEN' ? null : each }),
          isCurrent: each === state,
        }))}
      />
      <Tabs
        label="Kinds"
        tabs={kinds.map(([each, text]) => ({ text, href: here({ kind: each }), isCurrent: each === kind }))}
      />
    </div>
  );
}
