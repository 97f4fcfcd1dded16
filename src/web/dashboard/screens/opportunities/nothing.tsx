import { nothingText } from '../../../../presentation/opportunities.ts';
import type { Schemas } from '../../api/client.ts';
import { LinkButton } from '../../components/button.tsx';
import { Empty } from '../../components/card.tsx';
import { NothingHere } from '../../frame/nothing-here.tsx';
import { here, href } from '../../state/route.ts';

type Report = Schemas['OpportunitiesReport'];

/** Why nothing is certain, and what would help. @param brandId whose competitors may be missing */
export function Nothing({ report, brandId }: { report: Report; brandId: string }) {
  const { because, title, text } = nothingText(report);
  const action = {
    NO_ANSWERS: <LinkButton href={href('coverage')}>See what was asked</LinkButton>,
    NO_COMPETITORS: (
      <LinkButton kind="primary" href={href(`settings/brands/${brandId}`)}>
        Add competitors
      </LinkButton>
    ),
    TOO_FEW: <LinkButton href={href('prompts')}>See the prompts</LinkButton>,
    CHANCE: <LinkButton href={here({ uncertain: '1' })}>Show what may be chance</LinkButton>,
  }[because];
  const why = (
    <Empty title={title} action={action}>
      {text}
    </Empty>
  );
  return because === 'NO_ANSWERS' ? <NothingHere brandId={brandId} otherwise={why} /> : why;
}
