import { useState } from 'preact/hooks';
import { api, unwrap } from '../api/client.ts';
import { useData } from '../api/use-data.ts';
import { Button } from '../components/button.tsx';
import { CheckField, SelectField, TextField } from '../components/form.tsx';
import { formatDay } from '../components/numbers.tsx';
import { today } from '../state/days.ts';
import { DEFAULT_RANGE, PLATFORM_NAMES, PLATFORMS, useFilters } from '../state/filters.ts';
import { setParams } from '../state/route.ts';
import { Popover } from './popover.tsx';

const RANGES = [
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
  ['90d', 'Last 90 days'],
  ['365d', 'Last 365 days'],
] as const;

/** All brands of the organisation, for choosing one. */
export function useBrands() {
  return useData(['brands'], () => unwrap(api.GET('/api/brands', { params: { query: { limit: 1000 } } })));
}

/** Brand, days, platforms, tag and branded or not: kept in the address, so every view is a link. */
export function FilterBar() {
  const filters = useFilters();
  const brands = useBrands().data?.data ?? [];
  const { brand, branded, platforms, range, start, end, tag } = filters;
  const chosenRange = RANGES.find(([value]) => value === range);
  const others = [platforms.length > 0, tag !== null, branded !== null].filter(Boolean).length;
  return (
    <search class="row" aria-label="Filters">
      <div class="inline">
        <select
          class="select"
          aria-label="Brand"
          value={brand ?? ''}
          onChange={(event) => setParams({ brand: event.currentTarget.value || null })}
        >
          <option value="">All brands</option>
          {brands.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Popover label={chosenRange?.[1] ?? `${formatDay(start)} – ${formatDay(end)}`}>
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
      <Popover label={others === 0 ? 'All answers' : `${others} ${others === 1 ? 'filter' : 'filters'}`}>
        <fieldset class="stack-small">
          <legend class="small muted">Platforms (none chosen: all)</legend>
          {PLATFORMS.map((platform) => (
            <CheckField
              key={platform}
              label={PLATFORM_NAMES[platform]}
              checked={platforms.includes(platform)}
              onChange={(isChosen) => {
                const next = isChosen
                  ? [...platforms, platform]
                  : platforms.filter((one) => one !== platform);
                setParams({ platform: next.join(',') });
              }}
            />
          ))}
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
        <TagField tag={tag} />
        {others > 0 && (
          <Button size="small" onClick={() => setParams({ platform: null, tag: null, branded: null })}>
            Clear these filters
          </Button>
        )}
      </Popover>
    </search>
  );
}

/** Set when it is left or Enter is pressed, so that no report is asked for each letter. */
function TagField({ tag }: { tag: string | null }) {
  const [text, setText] = useState(tag ?? '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setParams({ tag: text.trim() });
      }}
      onFocusOut={() => (text.trim() || null) !== tag && setParams({ tag: text.trim() })}
    >
      <TextField
        label="Tag of the prompt"
        value={text}
        onInput={setText}
        hint="Leave it empty for all prompts."
      />
    </form>
  );
}
