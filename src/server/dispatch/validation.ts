import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { OpenAPIValidator } from 'openapi-backend';
import { AppError, type Finding, invalidField, nearest } from '../../base/errors.ts';
import { parseDocument } from '../../contract/document/document.ts';
import type { components } from '../../contract/generated/types.ts';
import type { AccessRules } from './access.ts';
import { addContractFormats, FORMATS } from './formats.ts';
import type { HttpRequest } from './request.ts';
import type { IndexedRouter } from './router.ts';

type Schemas = components['schemas'];

/**
 * The options of all validators of the contract. verbose: errors hold the schema, so that messages about an unknown
 * field can list the known ones. strictNumbers: refuses Infinity, which JSON.parse makes of 1e400.
 */
export const AJV_OPTIONS: Options = { verbose: true, allErrors: false, strict: false, strictNumbers: true };

const LONGEST_SHOWN = 60;
/** The most findings that a response lists; the others are counted. */
const MOST_FINDINGS = 20;
/** If a field fails one of these, its other findings are consequences. */
const DECISIVE = ['type', 'enum', 'minLength', 'anyOf', 'oneOf'];

type KeywordMessage = (params: Record<string, unknown>, schema: Record<string, unknown>) => string;

/** The message for each JSON Schema keyword that the contract uses; it follows the name of the field. */
export const KEYWORD_MESSAGES: Record<string, KeywordMessage> = {
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).map(String).join(', ')}`,
  format: ({ format }) => `must be ${FORMATS[String(format)] ?? `of the format ${format}`}`,
  type: ({ type }, { nullable }) => `must be ${article(String(type))}${nullable === true ? ' or null' : ''}`,
  pattern: (_, schema) => `must ${schema['x-pattern-meaning'] ?? 'have another form'}`,
  minimum: ({ limit }) => `must be ${limit} or more`,
  maximum: ({ limit }) => `must be ${limit} or less`,
  minLength: ({ limit }) =>
    limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'character')}`,
  maxLength: ({ limit }) => `must have ${count(limit, 'character')} at most`,
  minItems: ({ limit }) => `must have at least ${count(limit, 'entry')}`,
  maxItems: ({ limit }) => `must have ${count(limit, 'entry')} at most`,
  uniqueItems: ({ i, j }) =>
    `must not hold the same twice: entries ${Math.min(Number(i), Number(j))} and ${Math.max(Number(i), Number(j))} (from 0) are alike`,
  minProperties: ({ limit }) => `must have at least ${count(limit, 'field')}`,
  maxProperties: ({ limit }) => `must have ${count(limit, 'field')} at most`,
  anyOf: (_, { description }) => `must be ${withoutCapital(String(description ?? 'of another form'))}`,
  oneOf: (_, { description }) => `must be ${withoutCapital(String(description ?? 'of another form'))}`,
};

/** A function that validates one run by the contract's schema Run; it returns the validation message, or null. */
export function createRunCheck(): (run: unknown) => string | null {
  const validate = compiled('Run');
  return (run) => (validate(run) ? null : validationMessage(validate.errors));
}

/**
 * Checks a value from outside a request's body by a schema of the contract.
 * @throws AppError validation_error naming the field and the fix
 */
export function checked<Name extends keyof Schemas>(schema: Name, value: unknown): Schemas[Name] {
  const validate = validators.get(schema) ?? compiled(schema);
  validators.set(schema, validate);
  if (!validate(value)) throw invalidRequest(validate.errors ?? []);
  return value as Schemas[Name];
}

/**
 * A check of values from outside a request's body by a schema in the contract's form, without references.
 * @returns a function that throws AppError validation_error naming all errors
 */
export function checkBy(schema: object): (value: unknown) => void {
  const validate = addContractFormats(new Ajv({ ...AJV_OPTIONS, allErrors: true })).compile(schema);
  return (value) => {
    if (!validate(value)) throw invalidRequest(validate.errors ?? []);
  };
}

/** The schemas of the bodies of reports. */
export const REPORT_SCHEMAS = {
  reportBrands: 'BrandsReportParameters',
  reportQueries: 'QueriesReportParameters',
  reportMentions: 'MentionsReportParameters',
  reportSources: 'SourcesReportParameters',
  reportSearches: 'SearchesReportParameters',
} as const;
const validators = new Map<keyof Schemas, ValidateFunction>();

const collectors = new Map<keyof Schemas, ValidateFunction>();

function compiled(schema: keyof Schemas, { allErrors = false } = {}): ValidateFunction {
  const ajv = allErrors ? ALL_ERRORS() : FIRST_ERROR();
  return ajv.compile({ $ref: `contract#/components/schemas/${schema}` });
}

/** Validators by the contract's schemas, which are read once. */
const FIRST_ERROR = once(() => contractAjv(AJV_OPTIONS));
const ALL_ERRORS = once(() => contractAjv({ ...AJV_OPTIONS, allErrors: true }));

function contractAjv(options: Options): Ajv {
  const { components } = parseDocument();
  return addContractFormats(new Ajv(options)).addSchema({ components }, 'contract');
}

function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

/** The message for the first of a validator's errors, with the field and how to fix it. It never repeats the value. */
export function validationMessage(errors: ErrorObject[] | null | undefined): string {
  const [first] = reportable(errors ?? []);
  return first ? toFinding(first).message : 'The request is not valid.';
}

/** The errors of a validator that are informative for a caller. */
function reportable(errors: readonly ErrorObject[]): ErrorObject[] {
  // If a value matches no alternative, anyOf or oneOf fails, and so does each alternative. Report the error of anyOf or
  // oneOf, because that of a single alternative would mislead.
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const decided = new Set<string>();
  return errors.filter((error) => {
    const { instancePath, keyword } = error;
    if (decided.has(instancePath)) return false;
    if (choices.some((choice) => choice !== error && isWithin(instancePath, choice.instancePath)))
      return false;
    if (DECISIVE.includes(keyword)) decided.add(instancePath);
    return true;
  });
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`);
}

function toFinding(error: ErrorObject): Finding {
  const field = fieldName(error);
  const params = error.params as Record<string, unknown>;
  if (error.keyword === 'additionalProperties') {
    const name = String(params['additionalProperty']);
    return { field: join(field, shortened(name)), message: unknownField(field, name, knownFields(error)) };
  }
  if (error.keyword === 'required') {
    const missing = join(field, String(params['missingProperty']));
    return { field: missing, message: `${missing} is required.` };
  }
  const message = KEYWORD_MESSAGES[error.keyword]?.(
    params,
    (error.parentSchema ?? {}) as Record<string, unknown>,
  );
  return { field, message: `${field || 'The body'} ${message ?? 'is not valid'}.${meantWord(error)}` };
}

/** The enum value that the sent one was likely a typo for. */
function meantWord({ keyword, params, data }: ErrorObject): string {
  if (keyword !== 'enum' || typeof data !== 'string' || data.length > LONGEST_SHOWN) return '';
  const words = (params as { allowedValues: unknown[] }).allowedValues;
  const meant = nearest(
    data,
    words.filter((word) => typeof word === 'string'),
  );
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}

/**
 * The error of a request that the contract refuses: its message is the first finding's, its details hold the first
 * MOST_FINDINGS.
 * @param odd findings of `oddParameters`, which come first
 * @param beyond findings beyond the schemas, which come last, unless a schema refuses their field too
 */
export function invalidRequest(
  errors: readonly ErrorObject[],
  odd: readonly Finding[] = [],
  beyond: readonly Finding[] = [],
): AppError {
  const others = reportable(errors).filter(
    ({ instancePath }) =>
      !odd.some(({ field }) => [`/query/${field}`, `/path/${field}`].includes(instancePath)),
  );
  const found = [...odd, ...others.slice(0, MOST_FINDINGS).map(toFinding)];
  const more = beyond.filter(({ field }) => !found.some((known) => areOfOne(known.field, field)));
  const details = [...found, ...more].slice(0, MOST_FINDINGS);
  const detailsOmitted = odd.length + others.length + more.length - details.length;
  return new AppError('validation_error', details[0]?.message ?? 'The request is not valid.', {
    body: { details, ...(detailsOmitted > 0 ? { detailsOmitted } : {}) },
  });
}

/** Whether two field names are equal, or one is a part of the other: filters[0] and filters[0].field. */
export function areOfOne(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(short) && /^$|^[.[]/.test(long.slice(short.length));
}

/** All errors of a value by a schema of the contract. Only for small values: large ones take long. */
export function findingsIn(schema: keyof Schemas, value: unknown): Finding[] {
  const validate = collectors.get(schema) ?? compiled(schema, { allErrors: true });
  collectors.set(schema, validate);
  return validate(value) ? [] : reportable(validate.errors ?? []).map(toFinding);
}

/** @throws AppError validation_error for too long a query. @param hasPost whether the path accepts the same by POST */
export function refuseLongQuery({ query, queryLength, path }: HttpRequest, hasPost: () => boolean): void {
  if (queryLength <= MOST_QUERY_BYTES) return;
  const lengthOf = (name: string) => String(query[name]).length;
  const [longest = ''] = Object.keys(query).toSorted((a, b) => lengthOf(b) - lengthOf(a));
  const name = shortened(longest);
  const fix = hasPost() ? `Send long filters by POST ${path}, in the body.` : 'Send less.';
  throw invalidField(name, `${name}: the query is longer than 16 KiB. ${fix}`);
}

/** The longest query, including percent-encoding. */
const MOST_QUERY_BYTES = 16 << 10;

/**
 * Finds all errors of a request that the dispatcher's validator has refused. That validator stops at the first error of
 * the body and of the parameters, which costs the least.
 */
export class FindingsCollector {
  readonly #validator: OpenAPIValidator;

  /** @param definition the dereferenced contract; validators are compiled at the first refusal of each operation */
  constructor(definition: IndexedRouter['definition'], router: IndexedRouter) {
    this.#validator = new OpenAPIValidator({
      definition,
      router,
      ajvOpts: { ...AJV_OPTIONS, allErrors: true, useDefaults: true },
      customizeAjv: addContractFormats,
      lazyCompileValidators: true,
    });
  }

  /**
   * All errors of a request, those of its body first; none for a valid one.
   * @param request its body is MAX_COLLECTED_BYTES at most, or this would take long
   */
  collect(request: HttpRequest, operationId: string): ErrorObject[] {
    return this.#validator.validateRequest(request, operationId).errors ?? [];
  }
}

/** For a larger body only the first error is reported: finding all of them in 16 KiB takes 10 ms in the worst case. */
export const MAX_COLLECTED_BYTES = 16 << 10;

/**
 * Errors of parameters that the validator misses: integers that are not plain decimal digits, because it converts text
 * like JavaScript (0x10, 1e1, 010), and a page requested in two ways, because it fills in the offset.
 */
export function oddParameters({ query, params }: HttpRequest, { integers, isPaged }: AccessRules): Finding[] {
  const odd = integers
    .filter((name) =>
      [query[name], params[name]].some((sent) => typeof sent === 'string' && !/^(0|-?[1-9]\d*)$/.test(sent)),
    )
    .map((name) => ({ field: name, message: `${name} must be an integer, in digits alone.` }));
  if (!isPaged || query['after'] === undefined || query['offset'] === undefined) return odd;
  return [...odd, { field: 'after', message: 'after and offset exclude each other: send one of them.' }];
}

function unknownField(field: string, name: string, known: string[]): string {
  const isLong = name.length > LONGEST_SHOWN;
  const shown = JSON.stringify(shortened(name));
  const meant = isLong ? undefined : nearest(name, known);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const all =
    (field || meant === undefined) && known.length > 0 && known.length <= 9
      ? ` Its fields are ${known.join(', ')}.`
      : '';
  return `${shown} is not a field${field ? ` of ${field}` : ''}.${hint}${all}`;
}

function shortened(name: string): string {
  return name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN)}…` : name;
}

/** The path of a field for messages: /requestBody/citations/0/url → citations[0].url */
function fieldName(error: ErrorObject): string {
  return error.instancePath
    .replace(/^\/(requestBody|query|path|header)/, '')
    .split('/')
    .slice(1)
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), '');
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function count(limit: unknown, noun: string): string {
  if (limit === 1) return `one ${noun}`;
  return `${limit} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

function withoutCapital(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function knownFields(error: ErrorObject): string[] {
  const parent = error.parentSchema as { properties?: Record<string, unknown> } | undefined;
  return Object.keys(parent?.properties ?? {});
}
