import { invalidField } from '../../base/errors.ts';
import type { components } from '../../contract/generated/types.ts';
import { lineage, MAIN_TYPES, ruleOf, type SchemaType, type TypeRule } from './schema-org.ts';
import { article, DATA_TYPES, isDataType } from './values.ts';

export type Finding = components['schemas']['SchemaFinding'];
export type JsonLd = components['schemas']['JsonLd'];
type Node = Record<string, unknown>;

const MAX_FINDINGS = 500;
const MAX_DEPTH = 32;
/** The length at which names from the caller are cut in paths and messages. */
const MAX_NAME = 60;
const CONTEXT = /^https?:\/\/(www\.)?schema\.org\/?$/;
const MAIN: ReadonlySet<string> = new Set(Object.values(MAIN_TYPES));

/**
 * Validates JSON-LD.
 * @param type the main type that it must have an object of; undefined: any
 * @returns the findings in the order of the markup, 500 at most: then errors come first
 * @throws AppError validation_error when it nests too deeply
 */
export function validateJsonLd(jsonLd: JsonLd, type?: SchemaType): Finding[] {
  refuseDeep(jsonLd, 'jsonLd');
  const findings: Finding[] = [];
  const roots = Array.isArray(jsonLd)
    ? jsonLd.map((root, at) => [root, `[${at}]`] as const)
    : [[jsonLd, ''] as const];
  const types = new Set<string>();
  for (const [root, path] of roots) {
    checkContext(root, path, findings);
    for (const [node, at] of mainNodes(root, path, findings)) {
      checkNode(node, at, true, findings);
      for (const name of typesOf(node).flatMap(lineage)) types.add(name);
    }
  }
  if (type !== undefined && !types.has(MAIN_TYPES[type])) {
    const wanted = MAIN_TYPES[type];
    findings.unshift({
      path: '@type',
      severity: 'ERROR',
      message: `There is no object of the type ${wanted}.`,
      fix: `Give one "@type": "${wanted}", or keep it as another type.`,
    });
  }
  if (findings.length <= MAX_FINDINGS) return findings;
  return findings
    .sort((a, b) => (a.severity < b.severity ? -1 : a.severity > b.severity ? 1 : 0))
    .slice(0, MAX_FINDINGS);
}

/** Refuses a value that nests deeper than MAX_DEPTH, so that recursion over it is bounded. @throws AppError validation_error */
export function refuseDeep(value: unknown, field: string): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw invalidField(field, `${field} nests deeper than ${MAX_DEPTH} levels.`);
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
}

/** Whether a value is an object of JSON-LD, and not an array. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether an object only refers, by its @id, to one that is described elsewhere. */
export function isReference(node: Node): boolean {
  return Object.keys(node).every((name) => name === '@id');
}

function checkContext(root: Node, path: string, findings: Finding[]): void {
  const context = root['@context'];
  const isSchemaOrg = [context].flat().some((entry) => {
    const vocabulary = isNode(entry) ? entry['@vocab'] : entry;
    return typeof vocabulary === 'string' && CONTEXT.test(vocabulary);
  });
  if (isSchemaOrg) return;
  findings.push({
    path: join(path, '@context'),
    severity: 'ERROR',
    message: context === undefined ? '@context is required.' : '@context is not schema.org.',
    fix: 'Set "@context": "https://schema.org".',
  });
}

/** The top-level objects with their paths: the root, or the objects of its graph. */
function mainNodes(root: Node, path: string, findings: Finding[]): [Node, string][] {
  if (root['@graph'] === undefined) return [[root, path]];
  const graph = [root['@graph']].flat();
  const nodes: [Node, string][] = [];
  for (const [at, node] of graph.entries()) {
    const where = `${join(path, '@graph')}[${at}]`;
    if (isNode(node)) nodes.push([node, where]);
    else
      findings.push({
        path: where,
        severity: 'ERROR',
        message: 'This is not an object.',
        fix: 'Put objects into @graph.',
      });
  }
  return nodes;
}

function checkNode(
  node: Node,
  path: string,
  isMain: boolean,
  findings: Finding[],
  usual = 'Organization',
): void {
  if (!isMain && isReference(node)) return;
  const types = typesOf(node);
  if (types.length === 0) {
    findings.push({
      path: join(path, '@type'),
      severity: 'ERROR',
      message: '@type is required.',
      fix: `Name a type of schema.org, such as "@type": "${usual}".`,
    });
  }
  const rules = new Map<string, TypeRule>();
  for (const type of types) {
    const rule = ruleOf(type);
    if (rule) rules.set(type, rule);
    else
      findings.push({
        path: join(path, '@type'),
        severity: 'WARNING',
        message: `${cut(type)} is not a type that is checked here.`,
        fix: `Check it against https://schema.org, or use one of ${[...MAIN].join(', ')}.`,
      });
  }
  const properties: TypeRule['properties'] = Object.assign(
    {},
    ...[...rules.values()].map((rule) => rule.properties),
  );
  for (const [type, rule] of rules) {
    checkPresence(node, path, type, rule, isMain || !MAIN.has(type), findings);
  }
  for (const [name, value] of Object.entries(node)) {
    if (name.startsWith('@')) continue;
    const range = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const values = Array.isArray(value) ? value : [value];
    for (const [at, one] of values.entries()) {
      const where = join(path, name) + (Array.isArray(value) ? `[${at}]` : '');
      checkValue(one, where, name, range, findings);
    }
  }
}

function checkPresence(
  node: Node,
  path: string,
  type: string,
  rule: TypeRule,
  withRecommended: boolean,
  findings: Finding[],
): void {
  const check = (names: string, severity: Finding['severity'], verb: string) => {
    const [first = names, ...others] = names.split('|');
    if ([first, ...others].some((name) => isPresent(node[name]))) return;
    const either = [first, ...others].join(' or ');
    const range = rule.properties[first];
    findings.push({
      path: join(path, first),
      severity,
      message: `${either} is ${verb} for ${article(type)}.`,
      fix: `Add ${either}${range && others.length === 0 ? `: ${wordsOf(range)}` : ''}.`,
    });
  };
  for (const names of rule.required) check(names, 'ERROR', 'required');
  if (withRecommended) for (const names of rule.recommended) check(names, 'WARNING', 'recommended');
}

function checkValue(
  value: unknown,
  path: string,
  name: string,
  range: readonly string[] | undefined,
  findings: Finding[],
): void {
  if (!isPresent(value)) return;
  if (isNode(value) && value['@value'] !== undefined) {
    checkValue(value['@value'], path, name, range, findings);
    return;
  }
  const types = range?.filter((entry) => !isDataType(entry)) ?? [];
  if (isNode(value)) checkNode(value, path, false, findings, types[0]);
  if (range === undefined || Array.isArray(value)) return;
  const isFine = isNode(value)
    ? isOneOf(value, types)
    : range.some((entry) => isDataType(entry) && DATA_TYPES[entry].test(value));
  if (isFine) return;
  const format = range
    .filter(isDataType)
    .map((entry) => DATA_TYPES[entry].fix)
    .find((fix) => fix !== undefined);
  findings.push({
    path,
    severity: 'ERROR',
    message: `${name} is not ${wordsOf(range)}.`,
    fix: (isNode(value) ? undefined : format) ?? `Give it ${wordsOf(range)}.`,
  });
}

/** Whether an object fits a property of these types; one of an unknown type does. */
function isOneOf(node: Node, expected: string[]): boolean {
  const types = typesOf(node);
  const isUnknown =
    isReference(node) || types.length === 0 || types.some((type) => ruleOf(type) === undefined);
  return expected.length > 0 && (isUnknown || types.flatMap(lineage).some((type) => expected.includes(type)));
}

/** The names of an object's types, without the URL or prefix of schema.org. */
function typesOf(node: Node): string[] {
  return [node['@type']]
    .flat()
    .filter((type) => typeof type === 'string' && type !== '')
    .map((type) => (type as string).replace(/^(?:https?:\/\/schema\.org\/|schema:)/, ''));
}

function isPresent(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isPresent);
  return value !== undefined && value !== null && value !== '';
}

function wordsOf(range: readonly string[]): string {
  return range.map((entry) => (isDataType(entry) ? DATA_TYPES[entry].words : article(entry))).join(' or ');
}

function join(path: string, name: string): string {
  return path === '' ? cut(name) : `${path}.${cut(name)}`;
}

function cut(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
}
