import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import {
  type AnswerOf,
  type BodyOf,
  call,
  type OperationId,
  onVersion,
  type PathOf,
  type Sent,
  type Versioned,
} from '../../api/client.ts';
import { fieldsOf } from '../../api/contract/fields.ts';
import { useAction } from '../../api/loading.ts';
import { Button } from '../button.tsx';
import { toast } from '../toast.tsx';
import { ChangeError } from './change-error.tsx';
import { Custom, Field } from './field.tsx';
import { problemOf } from './form.tsx';
import type { CustomProps, FieldProps, FormOf, NameOf, Part, Shown } from './form-of.ts';
import { draftOf, refusalOf, sentOf } from './limits.ts';

export interface ContractFormProps<Id extends OperationId> {
  /** Whose body the fields are of. They have its limits. */
  operation: Id;
  path?: PathOf<Id>;
  /** What the fields hold at first; otherwise what is stored, or what the server takes where nothing is given. */
  first?: Part<BodyOf<Id>>;
  /** Sent as it is, beside the fields. */
  fixed?: Part<BodyOf<Id>> | undefined;
  /** What is edited: the change is made on this version alone. */
  of?: Versioned<AnswerOf<Id>> | undefined;
  /** Words of the button. */
  action?: string;
  kind?: 'primary' | 'danger';
  /** Sends it in another way than by `call`. */
  send?: (sent: Sent<Id>) => Promise<AnswerOf<Id>>;
  /** What is said when it is done. */
  done?: string | ((answer: AnswerOf<Id>) => string);
  onDone?: ((answer: AnswerOf<Id>) => unknown) | undefined;
  onCancel?: () => void;
  /** Words of the button that leaves it. */
  cancel?: string;
  /** Loads again what is edited, after somebody else changed it. */
  onReload?: () => void;
  /** Begins at its first field. */
  isFocused?: boolean;
  isDisabled?: boolean;
  /** What the form stands in, where more than its fields follows what is typed. */
  around?: (form: JSX.Element, of: FormOf<Id>) => JSX.Element;
  children?: (form: FormOf<Id>) => ComponentChildren;
}

/**
 * Fields of the body of an operation, checked by the limits of the contract before they are sent. What the server
 * refuses is shown at its field.
 */
export function ContractForm<Id extends OperationId>(props: ContractFormProps<Id>) {
  const { operation, of, action = 'Save', kind = 'primary', onCancel, onReload = () => {}, children } = props;
  const { form, submit, shown, isBusy, isChanged, error, refused } = useForm(props);
  const element = useRef<HTMLFormElement>(null);
  // Before the paint: a key pressed as soon as a mistake is seen must reach its field.
  useLayoutEffect(() => {
    if (props.isFocused) element.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, []);
  useLayoutEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused, error]);
  const content = (
    <form
      ref={element}
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const unfinished = [...event.currentTarget.elements].flatMap((one) =>
          one instanceof HTMLInputElement && one.validity.badInput ? [one.name] : [],
        );
        void submit(unfinished);
      }}
    >
      {children?.(form)}
      <ChangeError error={error} fields={shown()} onReload={onReload} />
      <div class="actions">
        <Button
          kind={kind}
          type="submit"
          isBusy={isBusy}
          disabled={props.isDisabled === true || (of !== undefined && !isChanged)}
          data-operation={operation}
        >
          {action}
        </Button>
        {onCancel && <Button onClick={onCancel}>{props.cancel ?? 'Cancel'}</Button>}
      </div>
    </form>
  );
  return props.around ? props.around(content, form) : content;
}

function useForm<Id extends OperationId>(props: ContractFormProps<Id>) {
  const { operation, path, first, fixed, of, done, onDone } = props;
  const limits = fieldsOf(operation);
  const names = Object.keys(limits);
  const [begun] = useState(() => draftsOf(names, limits, first, of?.data));
  const [drafts, setDrafts] = useState(begun);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const fields = useRef(new Map<string, Shown>()).current;
  const valueIn = (held: Drafts, name: string) =>
    limits[name] && sentOf(limits[name], held[name], fields.get(name)?.isVerbatim);
  const isSame = (name: string, value: unknown) => isEqual(valueIn(drafts, name), value);
  /** The fields that an edit has to send. An object in the body goes with all its fields that are shown. */
  const changed = (some: readonly string[]) => {
    const differing = new Set(some.filter((name) => !isSame(name, at(of?.data, name))).map(partOf));
    return some
      .filter((name) => of === undefined || limits[name]?.required || differing.has(partOf(name)))
      .map((name): [string, unknown] => [name, valueIn(drafts, name)]);
  };
  const save = useAction(async (values: [string, unknown][]) => {
    const header = of ? { header: onVersion(of) } : {};
    const sent = { path, ...header, ...bodyOf(fixed, values) } as unknown as Sent<Id>;
    const answer = await (props.send ?? ((one) => call(operation, one)))(sent);
    if (done !== undefined) toast(typeof done === 'string' ? done : done(answer));
    await onDone?.(answer);
  });
  const setDraft = (name: string, draft: unknown) => {
    setDrafts((before) => ({ ...before, [name]: draft }));
    setRefused(({ [name]: _, ...others }) => others);
  };
  const latest = useRef<FormOf<Id>>(null);
  // The same components each time, so that what is in a field stays.
  const [components] = useState(() => ({
    Field: (props: FieldProps<Id>) => <Field of={latest.current!} {...props} />,
    Custom: <Name extends NameOf<BodyOf<Id>>>(props: CustomProps<Id, Name>) => (
      <Custom of={latest.current!} {...props} />
    ),
  }));
  const form: FormOf<Id> = {
    ...components,
    operation,
    stored: of?.data,
    value: (name) => valueIn(drafts, name) as never,
    changes: () => (bodyOf(undefined, changed(names)).body ?? {}) as Partial<BodyOf<Id>>,
    set: (name, value) => setDraft(name, draftOf(value)),
    draft: (name) => drafts[name],
    setDraft,
    problem: (name) => refused[name] ?? problemOf(save.error, name),
    show(name, how) {
      fields.set(name, how);
      return () => fields.delete(name);
    },
  };
  latest.current = form;
  const shown = () => [...fields.keys()];
  const submit = async (unfinished: readonly string[]) => {
    const values = changed(shown());
    const refusals = values.flatMap(([name, value]) => {
      const isUnfinished = unfinished.includes(name);
      const required = fields.get(name)?.isRequired ? { required: true } : {};
      const refusal = isUnfinished
        ? 'Finish this, or empty it.'
        : limits[name] && refusalOf({ ...limits[name], ...required }, value);
      return refusal === undefined ? [] : [[name, refusal]];
    });
    save.clear();
    setRefused(Object.fromEntries(refusals));
    if (refusals.length === 0) await save.run(values);
  };
  const isChanged = shown().some((name) => !isSame(name, valueIn(begun, name)));
  return { form, submit, shown, isBusy: save.isBusy, error: save.error, isChanged, refused };
}

type Drafts = Record<string, unknown>;

/** The part of a body that a field is in: `config` for `config.model`. */
const partOf = (name: string): string | undefined => name.split('.')[0];
const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

function draftsOf(
  names: string[],
  limits: ReturnType<typeof fieldsOf>,
  first: unknown,
  stored: unknown,
): Drafts {
  return Object.fromEntries(
    names.map((name) => [name, draftOf(at(first, name) ?? at(stored, name) ?? limits[name]?.first)]),
  );
}

/** The value of a field: of an object by its name, of one in it by a path such as `config.model`. */
function at(object: unknown, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((within, key) => (within as Drafts | null | undefined)?.[key], object);
}

/** A body of the values that there are; an operation without fields has none. */
function bodyOf(fixed: unknown, values: readonly [string, unknown][]): { body?: Drafts } {
  const given = values.filter(([, value]) => value !== undefined);
  if (given.length === 0 && fixed === undefined) return {};
  const body = structuredClone((fixed ?? {}) as Drafts);
  for (const [name, value] of given) {
    const path = name.split('.');
    const last = path.pop() as string;
    let within = body;
    for (const key of path) {
      within[key] ??= {};
      within = within[key] as Drafts;
    }
    within[last] = value;
  }
  return { body };
}
