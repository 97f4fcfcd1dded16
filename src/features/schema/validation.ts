import { invalidField } from '../../base/errors.ts';
import type { components } from '../../contract/generated/types.ts';
import { cut, type Finding, Findings, type Position, within } from './findings.ts';
import {
  isOfType,
  MAIN_TYPES,
  type PropertyNames,
  ruleOf,
  type SchemaType,
  type TypeRule,
} from './schema-org.ts';
import { article, DATA_TYPES, isDataType } from './values.ts';

export type JsonLd = components['schemas']['JsonLd'];
type Node = Record<string, unknown>;

const MAX_DEPTH = 32;
const CONTEXT = /^https?:\/\/(www\.)?schema\.org\/?$/;
const MAIN: ReadonlySet<string> = new Set(Object.values(MAIN_TYPES));

/**
 * Validates JSON-LD. It stops when no further finding would be listed.
 * @param type the main type that it must have an object of; undefined: any
 * @returns the findings in the order of the markup, 500 at most: beyond that errors come first
 * @throws AppError validation_error when it nests too deeply
 */
export function validateJsonLd(jsonLd: JsonLd, type?: SchemaType): Finding[] {
  refuseDeep(jsonLd, 'jsonLd');
  const findings = new Findings();
  const roots: [Node, Position | undefined][] = Array.isArray(jsonLd)
    ? jsonLd.map((root, at) => [root, within(undefined, at)])
    : [[jsonLd, undefined]];
  if (type !== undefined && !roots.some(([root]) => hasMain(root, MAIN_TYPES[type]))) {
    const wanted = MAIN_TYPES[type];
    findings.error(within(undefined, '@type'), () => ({
      message: `There is no object of the type ${wanted}.`,
      fix: `Give one "@type": "${wanted}", or keep it as another type.`,
    }));
  }
  const check = new Check(findings);
  for (const [root, position] of roots) {
    if (findings.isFull) break;
    check.root(root, position);
  }
  return findings.list();
}

/**
 * Refuses a value that nests deeper than MAX_DEPTH, so that recursion over it is bounded.
 * @throws AppError validation_error
 */
export function refuseDeep(value: unknown, field: string, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  const members = Array.isArray(value) ? value : Object.values(value);
  if (members.length > 0 && depth >= MAX_DEPTH)
    throw invalidField(field, `${field} nests deeper than ${MAX_DEPTH} levels.`);
  for (const member of members) refuseDeep(member, field, depth + 1);
}

/** Whether a value is an object of JSON-LD, and not an array. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether an object is only a reference, by its @id, to one described elsewhere. */
export function isReference(node: Node): boolean {
  for (const name in node) if (name !== '@id') return false;
  return true;
}

/** Whether a top-level object is of a main type. */
function hasMain(root: Node, type: string): boolean {
  const nodes = root['@graph'] === undefined ? [root] : [root['@graph']].flat();
  return nodes.some((node) => isNode(node) && typesOf(node).some((own) => isOfType(own, type)));
}

/** The rules for an object of some types. */
interface Rules {
  byType: Map<string, TypeRule>;
  unknown: string[];
  properties: TypeRule['properties'];
}

/** A validation under way. */
class Check {
  readonly #findings: Findings;
  /** Rules by the types of an object, cached because many objects are alike. */
  readonly #rules = new Map<string, Rules>();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** Checks a root: its context, and itself or the objects of its graph. */
  root(root: Node, position: Position | undefined): void {
    this.#context(root, position);
    if (root['@graph'] === undefined) {
      this.#node(root, position, true);
      return;
    }
    const graph = within(position, '@graph');
    const nodes = [root['@graph']].flat();
    for (const [at, node] of nodes.entries())
      if (!isNode(node))
        this.#findings.error(within(graph, at), () => ({
          message: 'This is not an object.',
          fix: 'Put objects into @graph.',
        }));
    for (const [at, node] of nodes.entries()) {
      if (this.#findings.isFull) return;
      if (isNode(node)) this.#node(node, within(graph, at), true);
    }
  }

  #context(root: Node, position: Position | undefined): void {
    const context = root['@context'];
    const isSchemaOrg = [context].flat().some((entry) => {
      const vocabulary = isNode(entry) ? entry['@vocab'] : entry;
      return typeof vocabulary === 'string' && CONTEXT.test(vocabulary);
    });
    if (isSchemaOrg) return;
    this.#findings.error(within(position, '@context'), () => ({
      message: context === undefined ? '@context is required.' : '@context is not schema.org.',
      fix: 'Set "@context": "https://schema.org".',
    }));
  }

  /** @param usual the usual type of an object here */
  #node(node: Node, position: Position | undefined, isMain: boolean, usual = 'Organization'): void {
    if (!isMain && isReference(node)) return;
    const types = typesOf(node);
    if (types.length === 0) {
      this.#findings.error(within(position, '@type'), () => ({
        message: '@type is required.',
        fix: `Name a type of schema.org, such as "@type": "${usual}".`,
      }));
    }
    const { byType, unknown, properties } = this.#rulesOf(types);
    for (const type of unknown)
      this.#findings.warning(within(position, '@type'), () => ({
        message: `${cut(type)} is not a type that is checked here.`,
        fix: `Check it against https://schema.org, or use one of ${[...MAIN].join(', ')}.`,
      }));
    for (const [type, rule] of byType) this.#presence(node, position, type, rule, isMain || !MAIN.has(type));
    for (const [name, value] of Object.entries(node)) {
      if (name.startsWith('@')) continue;
      const range = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const where = within(position, name);
      if (!Array.isArray(value)) this.#value(value, where, name, range);
      else
        for (const [at, one] of value.entries()) {
          if (this.#findings.isFull) return;
          this.#value(one, within(where, at), name, range);
        }
    }
  }

  #rulesOf(types: string[]): Rules {
    const key = types.join('\n');
    const known = this.#rules.get(key);
    if (known) return known;
    const byType = new Map<string, TypeRule>();
    const unknown: string[] = [];
    for (const type of types) {
      const rule = ruleOf(type);
      if (rule) byType.set(type, rule);
      else unknown.push(type);
    }
    const properties = Object.assign({}, ...[...byType.values()].map((rule) => rule.properties));
    const rules = { byType, unknown, properties };
    this.#rules.set(key, rules);
    return rules;
  }

  #presence(
    node: Node,
    position: Position | undefined,
    type: string,
    rule: TypeRule,
    withRecommended: boolean,
  ): void {
    const lacks = ({ all }: PropertyNames) => !all.some((name) => isPresent(node[name]));
    const tell = ({ all, first }: PropertyNames, verb: string) => {
      const either = all.join(' or ');
      const range = all.length === 1 ? rule.properties[first] : undefined;
      return {
        message: `${either} is ${verb} for ${article(type)}.`,
        fix: `Add ${either}${range ? `: ${wordsOf(range)}` : ''}.`,
      };
    };
    for (const names of rule.required)
      if (lacks(names)) this.#findings.error(within(position, names.first), () => tell(names, 'required'));
    if (!withRecommended || this.#findings.hasAllWarnings) return;
    for (const names of rule.recommended)
      if (lacks(names))
        this.#findings.warning(within(position, names.first), () => tell(names, 'recommended'));
  }

  #value(value: unknown, position: Position, name: string, range: readonly string[] | undefined): void {
    if (!isPresent(value)) return;
    if (isNode(value) && value['@value'] !== undefined) {
      this.#value(value['@value'], position, name, range);
      return;
    }
    if (isNode(value))
      this.#node(
        value,
        position,
        false,
        range?.find((entry) => !isDataType(entry)),
      );
    if (range === undefined || Array.isArray(value)) return;
    const isFine = isNode(value)
      ? isOneOf(value, range)
      : range.some((entry) => isDataType(entry) && DATA_TYPES[entry].test(value));
    if (isFine) return;
    this.#findings.error(position, () => {
      const format = range
        .filter(isDataType)
        .map((entry) => DATA_TYPES[entry].fix)
        .find((fix) => fix !== undefined);
      return {
        message: `${name} is not ${wordsOf(range)}.`,
        fix: (isNode(value) ? undefined : format) ?? `Give it ${wordsOf(range)}.`,
      };
    });
  }
}

/** Whether an object fits a property's range; an object of an unknown type fits any property that takes objects. */
function isOneOf(node: Node, range: readonly string[]): boolean {
  const types = isReference(node) ? [] : typesOf(node);
  const isUnknown = types.length === 0 || types.some((type) => !ruleOf(type));
  return range.some(
    (entry) => !isDataType(entry) && (isUnknown || types.some((type) => isOfType(type, entry))),
  );
}

/** The names of an object's types, each once, without the URL or prefix of schema.org. */
function typesOf(node: Node): string[] {
  const { '@type': given } = node;
  if (given === undefined) return [];
  const types = (Array.isArray(given) ? given : [given])
    .filter((type) => typeof type === 'string' && type !== '')
    .map((type) => (type as string).replace(/^(?:https?:\/\/schema\.org\/|schema:)/, ''));
  return types.length > 1 ? [...new Set(types)] : types;
}

function isPresent(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isPresent);
  return value !== undefined && value !== null && value !== '';
}

function wordsOf(range: readonly string[]): string {
  return range.map((entry) => (isDataType(entry) ? DATA_TYPES[entry].words : article(entry))).join(' or ');
}
