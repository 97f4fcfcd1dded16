import { counted, formatCount, formatMoment } from '../../../../../presentation/numbers.ts';
import type { Schemas } from '../../../api/client.ts';
import { useAnswer, usePolling } from '../../../api/loading.ts';
import { Card, Loaded } from '../../../components/card.tsx';
import { type Act, Acts } from '../../../components/list/acts.tsx';
import { Facts } from '../../../components/list/facts.tsx';
import { bytesWords } from '../parts/bytes.ts';

type State = Schemas['BucketState'];

const now: Act<Schemas['Integration']> = {
  label: 'Write now',
  operation: 'writeBucket',
  done: 'What changed is written in a moment.',
};

/** What was written to a bucket last, and why it could not be. */
export function Bucket({ of }: { of: Schemas['Integration'] }) {
  const state = useAnswer('getBucketState', { path: { id: of.id } });
  usePolling(state, state.data !== undefined && isDue(state.data), 3_000);
  return (
    <Card
      title="Your bucket"
      about={
        <>
          Parquet files for your own warehouse. Read them by the manifest; how is in the guide{' '}
          <a href={`${document.baseURI}docs/bucket`}>A bucket of your own</a>.
        </>
      }
      actions={of.isActive && <Acts acts={[now]} on={of} onDone={state.reload} />}
    >
      <Loaded of={state}>
        {(shown) => (
          <>
            {shown.lastError !== null && (
              <div class="note" data-kind="bad" role="alert">
                {counted(shown.failures, 'try', 'tries')} failed, the last on {formatMoment(shown.failedAt)}:{' '}
                {shown.lastError}
              </div>
            )}
            <Facts
              of={[
                ['Manifest', <code key="manifest">{shown.manifest}</code>],
                [
                  'Complete until',
                  shown.dataAsOf === null ? 'nothing is written yet' : formatMoment(shown.dataAsOf),
                ],
                [
                  'Last written',
                  shown.writtenAt !== null && `${formatMoment(shown.writtenAt)}, ${lastWrite(shown)}`,
                ],
                ['In the bucket', shown.writtenAt !== null && sizeWords(shown)],
                ['Next', nextWords(shown)],
              ]}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}

const isDue = ({ nextAt }: State) => nextAt !== null && Date.parse(nextAt) <= Date.now();

function lastWrite({ filesWritten }: State): string {
  return filesWritten === 0 ? 'nothing had changed' : `${counted(filesWritten, 'file')} changed`;
}

function sizeWords({ files, rows, bytes }: State): string {
  return `${formatCount(rows)} rows in ${counted(files, 'file')}, ${bytesWords(bytes)}`;
}

function nextWords(state: State): string {
  if (state.nextAt === null) return 'never, it is switched off';
  return isDue(state) ? 'now' : formatMoment(state.nextAt);
}
