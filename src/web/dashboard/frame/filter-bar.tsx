import { today } from '../../../base/definitions.ts';
import { CALENDAR_RANGES, lastDay, MOST_DAYS } from '../../../base/views/range.ts';
import { formatDays } from '../../../presentation/days.ts';
import { counted, formatDay } from '../../../presentation/numbers.ts';
import { Button } from '../components/button.tsx';
import { LateField, PlatformFields, SelectField, TextField } from '../components/form/form.tsx';
import { Lazy, later } from '../components/lazy.tsx';
import { countFilters, type Filters, NO_FILTERS, SEARCHED, SURFACES, useFilters } from '../state/filters.ts';
import { answerDays, DEFAULT_RANGE, RANGE_DAYS, RANGE_NAMES, rangeAround } from '../state/range.ts';
import { setParams, useRoute, VIEW_SCREENS } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import { BrandSelect } from './brand/brand-select.tsx';
import { Popover } from './popover.tsx';

const viewsMenu = later('viewsMenu');

/** Brand, days, and what narrows prompts and answers: kept in the address, so every view is a link. */
export function FilterBar() {
  const filters = useFilters();
  const { branded, platforms } = filters;
  const others = countFilters(filters);
  return (
    <search class="row" aria-label="Filters">
      <BrandSelect isAlways />
      <DaysField filters={filters} />
      <Popover icon="filter" label={others === 0 ? 'Filters' : counted(others, 'filter')}>
        <fieldset class="stack-small">
          <legend class="small muted">Platforms (none chosen: all)</legend>
          <PlatformFields chosen={platforms} onChange={(next) => setParams({ platform: next.join(',') })} />
        </fieldset>
        <SelectField
          label="Prompts"
          value={branded === null ? '' : String(branded)}
          options={[
            ['', 'All'],
            ['false', 'That do not name the brand'],
            ['true', 'That name the brand'],
          ]}
          onChange={(value) => setParams({ branded: value })}
        />
        <LateFilter field="tag" label="Tag of the prompt" />
        <LateFilter field="topic" label="Topic of the prompt" />
        <SelectField
          label="Where the answer was given"
          value={filters.surface ?? ''}
          options={[['', 'Anywhere'], ...Object.entries(SURFACES)]}
          onChange={(value) => setParams({ surface: value })}
        />
        <SelectField
          label="Web search"
          value={filters.searched ?? ''}
          options={[['', 'All answers'], ...Object.entries(SEARCHED)]}
          onChange={(value) => setParams({ searched: value })}
        />
        <LateFilter field="country" label="Country, such as DE" />
        <LateFilter field="model" label="Model that answered" />
        {others > 0 && (
          <Button size="small" onClick={() => setParams(NO_FILTERS)}>
            Clear these filters
          </Button>
        )}
      </Popover>
      {VIEW_SCREENS.includes(useRoute().screen) && (
        <Popover icon="views" label="Views" isLate>
          <Lazy load={viewsMenu} />
        </Popover>
      )}
      <DaysNote filters={filters} />
    </search>
  );
}

/** The days, as a few ranges up to the newest answer, or by their ends. */
function DaysField({ filters: { range, start, end } }: { filters: Filters }) {
  const last = lastDay(useStore(answerDays));
  return (
    <Popover icon="calendar" label={formatDays(start, end)}>
      <p class="small muted">
        {last === today() ? 'Up to today:' : `Up to ${formatDay(last)}, the day of your newest answers:`}
      </p>
      <div class="stack-small">
        {RANGE_DAYS.map((days) => (
          <Button
            key={days}
            size="small"
            aria-pressed={`${days}d` === range}
            onClick={() => setParams({ range: `${days}d` === DEFAULT_RANGE ? null : `${days}d` })}
          >
            Last {days} days
          </Button>
        ))}
        {CALENDAR_RANGES.map((name) => (
          <Button
            key={name}
            size="small"
            aria-pressed={name === range}
            onClick={() => setParams({ range: name })}
          >
            {RANGE_NAMES[name]}
          </Button>
        ))}
      </div>
      <TextField
        label="First day"
        type="date"
        value={start}
        max={end}
        onInput={(day) => day !== '' && setParams({ range: rangeAround({ start: day, end }, 'start') })}
      />
      <TextField
        label="Last day"
        type="date"
        value={end}
        min={start}
        max={today()}
        onInput={(day) => day !== '' && setParams({ range: rangeAround({ start, end: day }, 'end') })}
      />
      <p class="small muted">At most {MOST_DAYS} days.</p>
    </Popover>
  );
}

/** Says where the days on screen are not those that a person would expect. */
function DaysNote({ filters: { range, end, isCut } }: { filters: Filters }) {
  const text = isCut
    ? `More than ${MOST_DAYS} days were chosen: the last ${MOST_DAYS} are shown.`
    : /^\d+d$/.test(range) && end !== today()
      ? `Newest answers: ${formatDay(end)}`
      : null;
  return text === null ? null : (
    <span class="small muted" role="status">
      {text}
    </span>
  );
}

/** A filter by a text that is typed; empty: all. */
function LateFilter({ field, label }: { field: 'tag' | 'topic' | 'country' | 'model'; label: string }) {
  const settle = (value: string) =>
    setParams({ [field]: field === 'country' ? value.trim().toUpperCase() : value });
  return <LateField label={label} value={useFilters()[field] ?? ''} onSettle={settle} />;
}
