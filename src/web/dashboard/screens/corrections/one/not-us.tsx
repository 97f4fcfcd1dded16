import { useAccess } from '../../../api/access.ts';
import { Button } from '../../../components/button.tsx';
import type { Correcting, Observation } from './correcting.ts';

/** Says of a whole answer that a name in it is somebody or something else, at once; or takes that back. */
export function NotUsButton({
  observation,
  isOwn,
  correcting: { run, isBusy },
}: {
  observation: Observation | undefined;
  /** Whether it is the brand whose prompt was asked. */
  isOwn: boolean;
  correcting: Correcting;
}) {
  const may = useAccess();
  const name = observation?.subject.name;
  if (!observation || name == null || !may('putBrandCorrection')) return null;
  const { correction } = observation;
  if (observation.named && !correction)
    return (
      <Button
        size="small"
        isBusy={isBusy}
        onClick={() =>
          void run(
            [{ observation, input: { named: false } }],
            `Corrected: this answer does not name ${name}.`,
          )
        }
      >
        {isOwn ? 'This is not us' : <span class="name-cut">This is not {name}</span>}
      </Button>
    );
  if (!correction) return null;
  return (
    <Button
      size="small"
      isBusy={isBusy}
      aria-label={`Take back what was said of ${name}`}
      onClick={() => void run([{ observation, input: null }], `Taken back: ${name} is as it was read.`)}
    >
      Take back
    </Button>
  );
}
