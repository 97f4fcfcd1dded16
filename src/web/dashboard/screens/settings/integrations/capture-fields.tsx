import type { Schemas } from '../../../api/client.ts';
import { PlatformFields, problemOf, TextField } from '../../../components/form.tsx';
import type { Platform } from '../../../state/filters.ts';
import { CAPTURES, type CaptureType, type IntegrationType, isCapture } from './types.ts';

/** What a provider captures and costs, as it is typed in. */
interface Captures {
  platforms: Platform[];
  price: string;
  language: string;
}

/** The fields of an integration that is there; of a new one all platforms that the provider captures. */
export function capturesOf(
  type: IntegrationType,
  known: Schemas['IntegrationSettings'] | undefined,
): Captures {
  return {
    platforms: known?.platforms ?? (isCapture(type) ? [...CAPTURES[type].platforms] : []),
    price: known?.pricePerRequest?.toString() ?? '',
    language: known?.language ?? '',
  };
}

export function captureConfig({ platforms, price, language }: Captures): Schemas['IntegrationConfig'] {
  return {
    platforms,
    pricePerRequest: price === '' ? null : Number(price),
    language: language.trim() || null,
  };
}

/** Which platforms a provider captures, in which language, and what a request costs. */
export function CaptureFields({
  type,
  value,
  onChange,
  error,
}: {
  type: CaptureType;
  value: Captures;
  onChange: (captures: Captures) => void;
  error: unknown;
}) {
  const problem = problemOf(error, 'config.platforms');
  return (
    <>
      <fieldset class="stack-small">
        <legend class="small muted">What it captures</legend>
        <PlatformFields
          options={CAPTURES[type].platforms}
          chosen={value.platforms}
          onChange={(platforms) => onChange({ ...value, platforms })}
        />
        {problem && <span class="problem">{problem}</span>}
      </fieldset>
      <div class="form-row">
        <TextField
          label="Price of a request in US dollars"
          type="number"
          min={0}
          step="any"
          value={value.price}
          onInput={(price) => onChange({ ...value, price })}
          hint="From your plan there. The daily limit counts with it."
          problem={problemOf(error, 'config.pricePerRequest')}
        />
        <TextField
          label="Language of the page"
          value={value.language}
          onInput={(language) => onChange({ ...value, language })}
          maxLength={2}
          hint="Two letters, such as de. Leave it empty for English."
          problem={problemOf(error, 'config.language')}
        />
      </div>
    </>
  );
}
