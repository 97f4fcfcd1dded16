import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { ApiError, messageOf } from '../../api/client.ts';
import { PLATFORMS, type Platform, platformName } from '../../state/filters.ts';
import { href } from '../../state/route.ts';

/** Fields and what is done with them, by a button or by Enter. */
export function Form({ onSubmit, children }: { onSubmit: () => unknown; children: ComponentChildren }) {
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  /** What is wrong with it. */
  problem?: string | undefined;
}

type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean };

function Field({
  label,
  hint,
  problem,
  children,
}: FieldProps & { children: (described: Described) => JSX.Element }) {
  const id = useId();
  const described = [hint === undefined ? '' : `${id}-hint`, problem === undefined ? '' : `${id}-problem`]
    .filter((part) => part !== '')
    .join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': problem !== undefined })}
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {problem !== undefined && (
        <span class="problem" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </div>
  );
}

interface TextProps extends FieldProps {
  value: string;
  onInput: (value: string) => void;
  name?: string;
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'date' | 'datetime-local' | 'search';
  required?: boolean;
  placeholder?: string;
  autocomplete?: string;
  maxLength?: number;
  min?: number | string;
  max?: number | string;
  step?: number | string;
}

export function TextField({ label, hint, problem, value, onInput, type = 'text', ...rest }: TextProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(described) => (
        <input
          class="input"
          // The types know each kind of input apart; this is one of several.
          type={type as 'text'}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
          {...rest}
          {...described}
        />
      )}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  problem,
  value,
  onInput,
  ...rest
}: FieldProps & {
  value: string;
  onInput: (value: string) => void;
  name?: string;
  rows?: number;
  required?: boolean;
  placeholder?: string;
  maxLength?: number;
}) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(described) => (
        <textarea
          class="textarea"
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
          {...rest}
          {...described}
        />
      )}
    </Field>
  );
}

/** One of several values. @param options value and text, in their order */
export function SelectField<T extends string>({
  label,
  hint,
  problem,
  value,
  options,
  onChange,
}: FieldProps & { value: T; options: readonly (readonly [T, string])[]; onChange: (value: T) => void }) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(described) => (
        <select
          class="select"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value as T)}
          {...described}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function CheckField({
  label,
  checked,
  onChange,
  hint,
  isInvalid,
  isDisabled = false,
}: {
  label: ComponentChildren;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: ComponentChildren;
  isInvalid?: boolean;
  isDisabled?: boolean;
}) {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={isDisabled}
        aria-invalid={isInvalid === true ? true : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <div>
        <label for={id}>{label}</label>
        {hint !== undefined && (
          <div class="small muted" id={`${id}-hint`}>
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}

/** Some of several values. @param options value, text and perhaps a hint, in their order */
export function ChecksField({
  label,
  hint,
  problem,
  options,
  chosen,
  onChange,
}: FieldProps & {
  options: readonly (readonly [string, string, string?])[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  return (
    <fieldset class="field">
      <legend class="label">{label}</legend>
      {hint !== undefined && <span class="hint">{hint}</span>}
      <div class={options.length > 12 ? 'checks stack-small' : 'stack-small'}>
        {options.map(([value, text, about]) => (
          <CheckField
            key={value}
            label={<span dir="auto">{text}</span>}
            {...(about === undefined ? {} : { hint: about })}
            checked={chosen.includes(value)}
            isInvalid={problem !== undefined}
            onChange={(isChosen) =>
              onChange(
                options.flatMap(([one]) => ((one === value ? isChosen : chosen.includes(one)) ? [one] : [])),
              )
            }
          />
        ))}
      </div>
      {problem !== undefined && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
    </fieldset>
  );
}

/** Some of the platforms. */
export function PlatformFields({
  options = PLATFORMS,
  chosen,
  onChange,
}: {
  options?: readonly Platform[];
  chosen: readonly Platform[];
  onChange: (chosen: Platform[]) => void;
}) {
  return options.map((platform) => (
    <CheckField
      key={platform}
      label={platformName(platform)}
      checked={chosen.includes(platform)}
      onChange={(isChosen) =>
        onChange(PLATFORMS.filter((one) => (one === platform ? isChosen : chosen.includes(one))))
      }
    />
  ));
}

/** A text that counts when Enter is pressed or the field is left, so that not each letter asks for something. */
export function LateField({
  label,
  hint,
  value,
  onSettle,
  ...rest
}: Pick<TextProps, 'label' | 'hint' | 'value' | 'type' | 'placeholder' | 'maxLength'> & {
  onSettle: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const settle = () => text.trim() !== value && onSettle(text.trim());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        settle();
      }}
      onFocusOut={settle}
    >
      <TextField label={label} hint={hint} value={text} onInput={setText} {...rest} />
    </form>
  );
}

/**
 * What the API says about a field of the request; undefined where that field is fine.
 * @param field such as 'name' or 'aliases'
 */
export function problemOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.details.find(
    (detail) =>
      detail.field === field || detail.field.startsWith(`${field}.`) || detail.field.startsWith(`${field}[`),
  )?.message;
}

/** A refused change, in the API's words. @param fields those whose problems are shown at the field itself */
export function FormError({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  if (error === undefined || error === null) return null;
  const shownAtField = fields.some((field) => problemOf(error, field) !== undefined);
  if (shownAtField && error instanceof ApiError && error.details.length === 1) return null;
  return (
    <p class="note" data-kind="bad" role="alert">
      {messageOf(error)}
      {error instanceof ApiError && error.status === 402 && (
        <>
          {' '}
          <a href={href('settings/plan')}>See your plan</a>
        </>
      )}
    </p>
  );
}
