import { useState } from 'preact/hooks';
import { dayAfter } from '../../../../base/definitions.ts';
import { daysBetween } from '../../../../base/views/range.ts';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/form/form.tsx';
import type { Filters } from '../../state/filters.ts';
import { setParams } from '../../state/route.ts';

/** What the reports compare with. */
export type Period = 'previous' | { start_date: string; end_date: string };

type Choice = 'previous' | 'year' | 'own';

/** Chooses the earlier period; the later one is that of the filter bar. */
export function PeriodField({ filters: { start, end }, against }: { filters: Filters; against: Period }) {
  const yearBefore = `${dayAfter(start, -364)}..${dayAfter(end, -364)}`;
  const chosen = against === 'previous' ? null : `${against.start_date}..${against.end_date}`;
  const [isOwn, setOwn] = useState(chosen !== null && chosen !== yearBefore);
  const length = daysBetween(start, end);
  const [first, setFirst] = useState(against === 'previous' ? dayAfter(start, -length) : against.start_date);
  const [last, setLast] = useState(against === 'previous' ? dayAfter(start, -1) : against.end_date);
  const choose = (choice: Choice) => {
    setOwn(choice === 'own');
    if (choice === 'previous') setParams({ against: null });
    else if (choice === 'year') setParams({ against: yearBefore });
  };
  return (
    <form
      class="form-row compare-period"
      onSubmit={(event) => {
        event.preventDefault();
        setParams({ against: `${first}..${last}` });
      }}
    >
      <SelectField<Choice>
        label="Compare with"
        value={isOwn ? 'own' : chosen === null ? 'previous' : 'year'}
        options={[
          ['previous', `The ${length} days before`],
          ['year', 'The same days a year before (52 weeks)'],
          ['own', 'Days of your own'],
        ]}
        onChange={choose}
      />
      {isOwn && (
        <>
          <TextField label="From" type="date" value={first} max={last} onInput={setFirst} required />
          <TextField
            label="To"
            type="date"
            value={last}
            min={first}
            max={dayAfter(start, -1)}
            onInput={setLast}
            required
          />
          <div class="row compare-apply">
            <Button type="submit">Compare</Button>
          </div>
        </>
      )}
    </form>
  );
}
