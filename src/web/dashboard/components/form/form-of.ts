import type { ComponentChildren, JSX } from 'preact';
import type { AnswerOf, BodyOf, OperationId } from '../../api/client.ts';

export type Part<T> = {
  [Key in keyof T]?: T[Key] extends readonly unknown[] ? T[Key] : Part<T[Key]> | null | undefined;
};
type Plain = string | number | boolean | readonly unknown[];
/** The fields of a body: `name`, or `config.model` for one of an object in it. */
export type NameOf<Body> = {
  [Key in keyof Body & string]-?: NonNullable<Body[Key]> extends Plain
    ? Key
    : `${Key}.${NameOf<NonNullable<Body[Key]>>}`;
}[keyof Body & string];
/** The value of a field of a body. */
export type At<Body, Name> = Name extends keyof Body
  ? Body[Name]
  : Name extends `${infer Key}.${infer Rest}`
    ? Key extends keyof Body
      ? At<NonNullable<Body[Key]>, Rest>
      : never
    : never;

/** Settings of a shown field beyond the contract. */
export interface Shown {
  /** Keeps blanks at the ends, such as those of a password. */
  isVerbatim: boolean;
  /** Whether the screen needs it, where the contract leaves it open. */
  isRequired: boolean;
}

/** A form while it is filled in: what its fields read and write. */
export interface FormOf<Id extends OperationId> {
  operation: Id;
  /** The stored version of the edited thing. */
  stored: AnswerOf<Id> | undefined;
  /** The value that a field would send; undefined for none. */
  value<Name extends NameOf<BodyOf<Id>>>(name: Name): At<BodyOf<Id>, Name> | undefined;
  /** The fields that differ from the stored ones. */
  changes(): Partial<BodyOf<Id>>;
  set<Name extends NameOf<BodyOf<Id>>>(name: Name, value: At<BodyOf<Id>, Name> | undefined): void;
  /** For controls: what is typed, which may be no value yet. */
  draft(name: string): unknown;
  setDraft(name: string, draft: unknown): void;
  problem(name: string): string | undefined;
  /** A field with the control and limits of the contract: `<form.Field name="name" label="Name" />`. */
  Field(props: FieldProps<Id>): JSX.Element;
  /** A field with a control of its own. */
  Custom<Name extends NameOf<BodyOf<Id>>>(props: CustomProps<Id, Name>): JSX.Element;
  /** Only fields that are shown are sent. @returns takes the field off the form */
  show(name: string, shown: Shown): () => void;
}

export interface FieldProps<Id extends OperationId> {
  name: NameOf<BodyOf<Id>>;
  label: string;
  hint?: ComponentChildren;
  /** Beyond the contract: a long text, a secret, or a moment that is chosen as a day. */
  kind?: 'area' | 'password' | 'day' | 'moment';
  /** Options: value, words, and for several ones a hint. */
  options?: readonly (readonly [string, string, string?])[];
  /** Options, each with a sentence about it. */
  choices?: readonly { value: string; name: string; about: ComponentChildren }[];
  /** Called with a choice, to change other fields with it. */
  onChoose?: (value: string) => void;
  placeholder?: string;
  autocomplete?: string;
  rows?: number;
  min?: string;
  max?: string;
  /** Whether the screen needs it, where the contract leaves it open. */
  isRequired?: boolean;
}

/** Read and written by a control of a screen's own. */
export interface Bound<Value> {
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
  problem: string | undefined;
}

export interface CustomProps<Id extends OperationId, Name extends NameOf<BodyOf<Id>>> {
  name: Name;
  children: (field: Bound<At<BodyOf<Id>, Name>>) => JSX.Element;
}
