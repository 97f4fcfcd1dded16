import { formatSentiment } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';

type Run = Schemas['RunEvidence'];

/** The most names in a sentence. */
const MOST_NAMES = 3;

/** What an answer says of the brand, in a sentence. */
export function Summary({ run }: { run: Run }) {
  const { brand, observations, position } = run;
  const own = observations.find(({ subject }) => subject.id === brand.id);
  const others = observations
    .filter(({ subject, named }) => named && subject.kind === 'COMPETITOR')
    .sort((one, other) => (one.position ?? Infinity) - (other.position ?? Infinity));
  if (!own?.named)
    return (
      <p class="lead">
        {own?.unknown ? 'The answer says that it does not know' : 'It does not name'} <bdi>{brand.name}</bdi>
        {others.length > 0 && (
          <>
            . It names <Names of={others} />
          </>
        )}
        .
      </p>
    );
  const before = others.filter((one) => (one.position ?? Infinity) < (position ?? 0));
  return (
    <p class="lead">
      It names <bdi>{brand.name}</bdi>
      {position !== null && ` at place ${position} of ${others.length + 1}`}
      {before.length > 0 && (
        <>
          , after <Names of={before} />
        </>
      )}
      {own.sentimentScore !== null && `. Sentiment: ${formatSentiment(own.sentimentScore)}`}.
    </p>
  );
}

function Names({ of }: { of: readonly Schemas['RunObservation'][] }) {
  const shown = of.slice(0, MOST_NAMES);
  const rest = of.length - shown.length;
  return (
    <>
      {shown.map(({ subject }, at) => (
        <span key={subject.id}>
          {at > 0 && (at === shown.length - 1 && rest === 0 ? ' and ' : ', ')}
          <bdi>{subject.name ?? 'one removed since'}</bdi>
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </>
  );
}
