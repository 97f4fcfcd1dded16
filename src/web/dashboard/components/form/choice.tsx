import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** One of a few kinds, each explained in a sentence beside it. */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: T;
  options: readonly { value: T; name: string; about: ComponentChildren }[];
  onChange: (value: T) => void;
}) {
  const group = useId();
  return (
    <fieldset class="field">
      <legend class="label" style={{ padding: 0 }}>
        {label}
      </legend>
      <div class="stack-small">
        {options.map((option) => (
          <div key={option.value} class="check">
            <input
              id={`${group}-${option.value}`}
              type="radio"
              name={group}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              aria-describedby={`${group}-${option.value}-about`}
            />
            <div>
              <label for={`${group}-${option.value}`}>{option.name}</label>
              <div class="small muted" id={`${group}-${option.value}-about`}>
                {option.about}
              </div>
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
