import { useEffect, useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { SOURCE_TYPE_NAMES } from '../../api/source-types.ts';
import { useAction, useData } from '../../api/use-data.ts';
import { Button } from '../../components/button.tsx';
import { Badge, Card, Loaded } from '../../components/card.tsx';
import { FormError } from '../../components/form.tsx';
import { formatMoment, formatSentiment } from '../../components/numbers.tsx';
import { WebLink } from '../../components/text.tsx';
import { toast } from '../../components/toast.tsx';
import { CorrectDialog } from './correct-dialog.tsx';
import { readerWord } from './words.ts';

type Mention = Schemas['Mention'];

/** What the answer brings to the mentions report, to be corrected by a person. */
export function Mentions({ run, onCorrected }: { run: Schemas['RunEvidence']; onCorrected: () => void }) {
  const mentions = useData(['mentions of run', run.id], async () => {
    const pages = await Promise.all(
      [false, true].map((dismissed) =>
        unwrap(api.GET('/api/mentions', { params: { query: { runId: run.id, dismissed, limit: 1000 } } })),
      ),
    );
    return pages.flatMap(({ data }) => data);
  });
  // A correction of the brand in the answer changes its mentions too.
  const correctedAt = run.observations.find(({ subject }) => subject.id === run.brand.id)?.correction
    ?.correctedAt;
  useEffect(mentions.reload, [correctedAt]);
  return (
    <Card
      title="Mentions"
      about="Each source that the answer cites while it names the brand is a mention; one without a source is one too. A sentiment that you correct is the brand's in this answer, and a mention that you dismiss says that this answer does not name the brand: all reports follow with the next snapshot. A kind of source is of its mention alone."
    >
      <Loaded of={mentions}>
        {(found) =>
          found.length === 0 ? (
            <p class="muted">None: the answer does not name {run.brand.name}.</p>
          ) : (
            <ul class="answer-mentions">
              {found.map((mention) => (
                <MentionItem
                  key={mention.id}
                  mention={mention}
                  onDone={() => {
                    mentions.reload();
                    onCorrected();
                  }}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function MentionItem({ mention, onDone }: { mention: Mention; onDone: () => void }) {
  const can = useAccess();
  const [isCorrecting, setCorrecting] = useState(false);
  const { correction, sourceUrl, sourceType } = mention;
  const { answerCorrection } = mention;
  const isDismissed = correction?.dismissed === true || answerCorrection?.named === false;
  const { run, isBusy, error } = useAction(async (dismissed: boolean) => {
    await unwrap(
      api.PATCH('/api/mentions/{id}', {
        params: { path: { id: mention.id } },
        body: { dismissed, scope: 'answer' },
      }),
    );
    toast(`${dismissed ? 'Dismissed in this answer' : 'Taken back'}. Reports follow with the next snapshot.`);
    onDone();
  });
  return (
    <li data-dismissed={isDismissed}>
      <div class="answer-mention">
        <div class="row">
          {sourceUrl === null ? (
            <strong>Without a source</strong>
          ) : (
            <WebLink url={sourceUrl} text={mention.title ?? sourceUrl} />
          )}
          {sourceUrl !== null && <Badge>{SOURCE_TYPE_NAMES[sourceType]}</Badge>}
          {isDismissed && <Badge kind="warn">dismissed</Badge>}
        </div>
        <div>
          Sentiment {formatSentiment(mention.sentimentScore)}{' '}
          <span class="small muted">{readerWord(mention.sentimentReader)}</span>
        </div>
        {answerCorrection && <AnswerCorrection correction={answerCorrection} />}
        {correction && <Correction correction={correction} />}
        <FormError error={error} />
      </div>
      {can('updateMention') && (
        <div class="actions">
          {!isDismissed && (
            <Button size="small" onClick={() => setCorrecting(true)}>
              Correct
            </Button>
          )}
          <Button size="small" isBusy={isBusy} onClick={() => void run(!isDismissed)}>
            {isDismissed ? 'Take back' : 'Dismiss in this answer'}
          </Button>
        </div>
      )}
      {isCorrecting && <CorrectDialog id={mention.id} onClose={() => setCorrecting(false)} onDone={onDone} />}
    </li>
  );
}

/** What a person said of the brand in the answer, in place of what was read. */
function AnswerCorrection({ correction }: { correction: NonNullable<Mention['answerCorrection']> }) {
  const { named, score, extracted, note, correctedAt } = correction;
  return (
    <div class="small muted">
      Corrected in this answer on {formatMoment(correctedAt)}
      {!named && `: it does not name the brand`}
      {score !== null && `; read was sentiment ${formatSentiment(extracted.score)}`}.{' '}
      {note !== null && <q>{note}</q>}
    </div>
  );
}

/** What a person put in place of what was read of this mention alone. */
function Correction({ correction }: { correction: NonNullable<Mention['correction']> }) {
  const { sentimentScore, sourceType, extracted, note, correctedAt } = correction;
  return (
    <div class="small muted">
      {(sentimentScore !== null || sourceType !== null) && (
        <>
          Corrected on {formatMoment(correctedAt)}; read were{' '}
          {[
            sentimentScore === null ? '' : `sentiment ${formatSentiment(extracted.sentimentScore)}`,
            sourceType === null ? '' : `source type ${SOURCE_TYPE_NAMES[extracted.sourceType]}`,
          ]
            .filter((part) => part !== '')
            .join(' and ')}
          .{' '}
        </>
      )}
      {note !== null && <q>{note}</q>}
    </div>
  );
}
