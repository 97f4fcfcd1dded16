import type { Schemas } from '../../../api/client.ts';
import { SelectField, TextField } from '../../../components/form/form.tsx';
import type { Query } from '../prompt-data.ts';

/** How prompts are asked, as it is entered. */
export interface Asking {
  search: Schemas['SearchMode'];
  country: string;
  city: string;
}

/** How a prompt is asked as it stands, to be changed; as by default where there is none. */
export function askingOf(query: Query | undefined): Asking {
  return { search: query?.search ?? 'AUTO', country: query?.country ?? '', city: query?.city ?? '' };
}

/** The fields as the API takes them; without a country there is no place within it. */
export function askedAs({ search, country, city }: Asking) {
  return country === ''
    ? { search, country: null, region: null, city: null }
    : { search, country, city: city.trim() || null };
}

const SEARCH: readonly (readonly [Asking['search'], string])[] = [
  ['AUTO', 'as the platform decides'],
  ['ALWAYS', 'always'],
  ['NEVER', 'never'],
];

/** Whether the platform searches the web, and from where it is asked. */
export function AskingFields({
  asking,
  onChange,
  problems = {},
}: {
  asking: Asking;
  onChange: (asking: Asking) => void;
  /** What is wrong, by field. */
  problems?: { [Field in keyof Asking]?: string | undefined };
}) {
  return (
    <div class="form-row">
      <SelectField
        label="It searches the web"
        value={asking.search}
        options={SEARCH}
        onChange={(search) => onChange({ ...asking, search })}
        hint="Not each platform can be made to. Another choice is a break in its numbers."
        problem={problems.search}
      />
      <TextField
        label="Country"
        value={asking.country}
        onInput={(country) => onChange({ ...asking, country: country.trim().toUpperCase() })}
        maxLength={2}
        hint="Two letters, such as DE. It is sent where the platform takes one. You may leave it empty."
        problem={problems.country}
      />
      {asking.country !== '' && (
        <TextField
          label="City"
          value={asking.city}
          onInput={(city) => onChange({ ...asking, city })}
          maxLength={100}
          hint="You may leave it empty."
          problem={problems.city}
        />
      )}
    </div>
  );
}
