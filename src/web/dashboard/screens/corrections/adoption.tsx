import { counted, format, formatCount } from '../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../api/client.ts';
import { Badge, Card } from '../../components/card.tsx';
import { type Act, Acts } from '../../components/list/acts.tsx';
import { toast } from '../../components/toast.tsx';
import { follow } from '../../frame/follow.ts';
import { href } from '../../state/route.ts';

type Preview = Schemas['CorrectionAdoptionPreview'];

/** Offers to make corrections of mentions alone corrections of their answers. */
export function Adoption({ preview, onAdopted }: { preview: Preview; onAdopted: () => void }) {
  const { notNamed, scored, conflicts, examples } = preview;
  return (
    <Card
      title="Corrections of mentions alone"
      about="They count in the report of mentions, and not in the others. Adopted by their answers, they count everywhere."
      actions={<Acts acts={[adopt]} on={preview} onDone={onAdopted} />}
    >
      <p>
        {counted(notNamed, 'answer')} would not name the brand any more, {counted(scored, 'answer')} would
        have another sentiment.
        {conflicts > 0 &&
          ` In ${counted(conflicts, 'answer')} the corrections differ: the newest sentiment counts, and an answer of which not every mention is dismissed names the brand.`}
      </p>
      <details>
        <summary>{counted(examples.length, 'example')}</summary>
        <ul>
          {examples.map(({ runId, brand, named, score, mentions, conflicts }) => (
            <li key={runId}>
              <a href={href(`answer/${runId}`)}>An answer with {counted(mentions, 'mention')}</a>:{' '}
              {brand.name} {named ? `named, sentiment ${format(score)}` : 'not named'}{' '}
              {conflicts && <Badge kind="warn">they differ</Badge>}
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}

const adopt: Act<Preview> = {
  label: ({ answers }) => `Adopt ${counted(answers, 'answer')}`,
  operation: 'adoptMentionCorrections',
  run: async () => {
    const { answers, remaining } = await call('adoptMentionCorrections');
    const rest = remaining === 0 ? '' : ` ${formatCount(remaining)} are left: adopt again.`;
    toast(`${counted(answers, 'answer is', 'answers are')} corrected.${rest}`);
    follow();
  },
};
