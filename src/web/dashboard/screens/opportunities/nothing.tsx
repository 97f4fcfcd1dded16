import type { Schemas } from '../../api/client.ts';
import { LinkButton } from '../../components/button.tsx';
import { Empty } from '../../components/card.tsx';
import { counted } from '../../components/numbers.ts';
import { here, href } from '../../state/route.ts';

type Report = Schemas['OpportunitiesReport'];

/** Why nothing is certain, and what would help. @param brandId whose competitors may be missing */
export function Nothing({ report, brandId }: { report: Report; brandId: string }) {
  const { answer_total: answers, day_total: days, competitor_total: competitors, tested } = report;
  const candidates = Object.values(tested).reduce((sum, count) => sum + count, 0);
  if (answers === 0)
    return (
      <Empty
        title="There are no answers in these days"
        action={<LinkButton href={href('coverage')}>See what was asked</LinkButton>}
      >
        Choose other days or fewer filters above.
      </Empty>
    );
  if (competitors === 0)
    return (
      <Empty
        title="Nobody to be named instead"
        action={
          <LinkButton kind="primary" href={href(`settings/brands/${brandId}`)}>
            Add competitors
          </LinkButton>
        }
      >
        With competitors you see which sources name them and not you, and which prompts they have.
      </Empty>
    );
  if (candidates === 0)
    return (
      <Empty
        title="Too few answers to be certain"
        action={<LinkButton href={href('prompts')}>See the prompts</LinkButton>}
      >
        There are {counted(answers, 'answer')} on {counted(days, 'day')}. A prompt needs 10 answers, a source
        or page 5, on at least 6 days. Choose a longer range above, or ask more often.
      </Empty>
    );
  return (
    <Empty
      title="Nothing that chance would not explain"
      action={<LinkButton href={here({ uncertain: '1' })}>Show what may be chance</LinkButton>}
    >
      {counted(candidates, 'candidate')} in {counted(answers, 'answer')} on {counted(days, 'day')} were looked
      at. More days or prompts show smaller effects.
    </Empty>
  );
}
