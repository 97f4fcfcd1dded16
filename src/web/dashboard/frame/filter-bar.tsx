import { DEFAULT_RANGE_DAYS, today } from '../../../base/definitions.ts';
import { Button } from '../components/button.tsx';
import { LateField, PlatformFields, SelectField, TextField } from '../components/form.tsx';
import { counted, formatDay } from '../components/numbers.tsx';
import { DEFAULT_RANGE, useFilters } from '../state/filters.ts';
import { setParams } from '../state/route.ts';
import { BrandSelect } from './brand-select.tsx';
import { Popover } from './popover.tsx';

const RANGES = [
  ['7d', 'Last 7 days and today'],
  [DEFAULT_RANGE, `Last ${DEFAULT_RANGE_DAYS} days and today`],
  ['90d', 'Last 90 days and today'],
  ['365d', 'Last 365 days and today'],
] as const;

/** Brand, days, platforms, tag and branded or not: kept in the address, so every view is a link. */
export function FilterBar() {
  const filters = useFilters();
  const { branded, platforms, range, start, end, tag } = filters;
  const others = [platforms.length > 0, tag !== null, branded !== null].filter(Boolean).length;
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
        <LateField
          label="Tag of the prompt"
          hint="Leave it empty for all prompts."
          value={tag ?? ''}
          onSettle={(value) => setParams({ tag: value })}
        />
        {others > 0 && (
          <Button size="small" onClick={() => setParams({ platform: null, tag: null, branded: null })}>
            Clear these filters
          </Button>
        )}
      </Popover>
    </search>
  );
}
