import { headlineOfAll } from '../../../../presentation/headline.ts';
import { counted, formatMoment, formatPercent, shown } from '../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../api/client.ts';
import { useAction, useList } from '../../api/loading.ts';
import { enter, me } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Badge, Loaded, ScreenHead } from '../../components/card.tsx';
import { Change } from '../../components/change.tsx';
import { FormError } from '../../components/form/form.tsx';
import { ShowMore } from '../../components/list/show-more.tsx';
import { href } from '../../state/route.ts';
import { useStore } from '../../state/store.ts';
import { titled } from '../../state/text.ts';

type Own = Schemas['OwnOrganisation'];
type Verdict = Schemas['Verdict'];

/** All organisations of the person, each with what its overview begins with. */
export default function Organisations() {
  const who = useStore(me);
  const list = useList(['own organisations', who?.organisation.id], (after) =>
    call('listOwnOrganisations', { query: after }),
  );
  return (
    <div class="stack">
      <ScreenHead title="Your organisations">Each with the last 30 days of its answers.</ScreenHead>
      <Loaded of={list} height={400}>
        {({ rows }) => (
          <div class="stack">
            <ul class="organisations">
              {rows.map((own) => (
                <OrganisationCard key={own.id} own={own} />
              ))}
            </ul>
            <ShowMore list={list} one="organisation" />
          </div>
        )}
      </Loaded>
    </div>
  );
}

function OrganisationCard({ own }: { own: Own }) {
  const { id, name, role, isCurrent, access, newestAnswerAt } = own;
  const change = useAction(() => enter('switchOrganisation', { organisationId: id }));
  return (
    <li class="card organisations-card">
      <h2 dir="auto" title={name}>
        {name}
      </h2>
      <div class="small muted">{titled(role)}</div>
      {access === 'OPEN' ? <Numbers {...own} /> : <p>{WAYS_IN[access]}</p>}
      {newestAnswerAt !== null && (
        <div class="small muted">Newest answer: {formatMoment(newestAnswerAt)}</div>
      )}
      <FormError error={change.error} />
      <div class="organisations-act">
        {isCurrent ? (
          <a class="button" href={href('overview', { brand: null })}>
            Go to the overview
          </a>
        ) : (
          access === 'OPEN' && (
            <Button isBusy={change.isBusy} onClick={() => void change.run()}>
              Open <span class="visually-hidden">{name}</span>
            </Button>
          )
        )}
        {isCurrent && <Badge kind="accent">You are here</Badge>}
      </div>
    </li>
  );
}

const WAYS_IN: Record<Exclude<Own['access'], 'OPEN'>, string> = {
  SINGLE_SIGN_ON:
    "It lets people in by its own accounts alone. Log out, and log in by your company's account.",
  SECOND_FACTOR: 'It demands a second factor. Set one up in Settings, Login and mail; then open it here.',
  SUSPENDED: 'It is suspended by the administrator of the server. Nothing is lost.',
};

function Numbers({ headline, headlineState }: Own) {
  if (headline === null)
    return <p class="muted">{headlineState === 'NO_ANSWERS' ? 'No answers yet.' : 'No numbers just now.'}</p>;
  const { brand, brands, verdicts, visibility_total: total, change } = headline;
  return (
    <>
      <div class="small muted" dir="auto">
        Visibility of {brand.name}
      </div>
      <div class="organisations-value">{formatPercent(shown(headline, 'visibility'))}</div>
      {change && (
        <div>
          <Change {...change} />
        </div>
      )}
      <div class="small muted">
        {counted(total, 'answer')}
        {brands > 1 && `. ${headlineOfAll(verdictsOf(verdicts))}`}
      </div>
    </>
  );
}

function verdictsOf(counts: Schemas['VerdictCounts']): Verdict[] {
  return Object.entries(counts).flatMap(([verdict, count]) => Array<Verdict>(count).fill(verdict as Verdict));
}
