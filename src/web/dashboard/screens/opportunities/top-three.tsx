import { LinkButton } from '../../components/button.tsx';
import { Card, Loaded } from '../../components/card.tsx';
import type { Filters } from '../../state/filters.ts';
import { href } from '../../state/route.ts';
import { Nothing } from './nothing.tsx';
import { Stake } from './one-opportunity.tsx';
import { Sentence } from './sentence.tsx';
import { useOpportunities } from './use-opportunities.ts';

const SHOWN = 3;

/** The three things to do next for a brand, by one request. */
export function TopThree({ brandId, filters }: { brandId: string; filters: Filters }) {
  const report = useOpportunities(brandId, filters, { states: ['OPEN'], limit: SHOWN });
  const total = report.data?.total ?? 0;
  return (
    <Card
      title="What to do next"
      actions={
        total > SHOWN && (
          <LinkButton size="small" href={href('opportunities', { brand: brandId })}>
            All {total}
          </LinkButton>
        )
      }
    >
      <Loaded of={report} height={190}>
        {(found) =>
          found.data.length === 0 ? (
            <Nothing report={found} brandId={brandId} />
          ) : (
            <ol class="opportunities">
              {found.data.map((one) => (
                <li key={one.id} class="opportunity" data-is-short>
                  <Stake of={one} />
                  <p class="opportunity-sentence">
                    <Sentence of={one} />
                  </p>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Card>
  );
}
