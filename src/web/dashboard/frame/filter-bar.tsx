import { DEFAULT_RANGE_DAYS, today } from '../../../base/definitions.ts';
import { Button } from '../components/button.tsx';
import { LateField, PlatformFields, SelectField, TextField } from '../components/form.tsx';
import { counted, formatDay } from '../components/numbers.tsx';
import { countFilters, DEFAULT_RANGE, SEARCHED, SURFACES, useFilters } from '../state/filters.ts';
import { NARROWING, setParams } from '../state/route.ts';
import { BrandSelect } from './brand-select.tsx';
import { Popover } from './popover.tsx';

const CLEAR = Object.fromEntries(['platform', ...NARROWING].map((field) => [field, null]));

const RANGES = [
  ['7d', 'Last 7 days and today'],
  [DEFAULT_RANGE, `Last ${DEFAULT_RANGE_DAYS} days and today`],
  ['90d', 'Last 90 days and today'],
  ['365d', 'Last 365 days and today'],
] as const;

/** Brand, days, and what narrows prompts and answers: kept in the address, so every view is a link. */
export function FilterBar() {
  const filters = useFilters();
  const { branded, platforms, range, start, end } = filters;
  const others = countFilters(filters);
  return (
    <search class="row" aria-label="Filters">
      <BrandSelect isAlways />
      <Popover label={`${formatDay(start)} – ${formatDay(end)}`}>
        <div class="stack-small">
          {RANGES.map(([value, text]) => (
            <Button
              key={value}
              size="small"
              aria-pressed={value === range}
              onClick={() => setParams({ range: value === DEFAULT_RANGE ? null : value })}
            >
              {text}
            </Button>
          ))}
        </div>
        <TextField
          label="First day"
          type="date"
          value={start}
          max={end}
          onInput={(day) => day !== '' && setParams({ range: `${day}..${end < day ? day : end}` })}
        />
        <TextField
          label="Last day"
          type="date"
          value={end}
          min={start}
          max={today()}
          onInput={(day) => day !== '' && setParams({ range: `${start > day ? day : start}..${day}` })}
        />
      </Popover>
      <Popover label={others === 0 ? 'Filters' : counted(others, 'filter')}>
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
          <Button size="small" onClick={() => setParams(CLEAR)}>
            Clear these filters
          </Button>
        )}
      </Popover>
    </search>
  );
}

/** A filter by a text that is typed; empty: all. */
function LateFilter({ field, label }: { field: 'tag' | 'topic' | 'country' | 'model'; label: string }) {
  const settle = (value: string) =>
    setParams({ [field]: field === 'country' ? value.trim().toUpperCase() : value });
  return <LateField label={label} value={useFilters()[field] ?? ''} onSettle={settle} />;
}
