// Generators of clients put schemas, parameters and enums into one name space. Two things of one name do not compile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from '../../src/contract/document/document.ts';

interface Schema {
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

const components = parseDocument().components as Record<string, Record<string, object>>;
const plain = (name: string) => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

/** Names that generators give to types without a name, made of the names on the way: `Export` + `state`. */
function* inlineNames(name: string, schema: Schema): Generator<string> {
  for (const [field, inner] of Object.entries(schema.properties ?? {})) {
    if ('$ref' in inner) continue;
    if (inner.enum || inner.anyOf || inner.oneOf || inner.properties) yield name + field;
    yield* inlineNames(name + field, inner);
  }
  if (schema.items && !('$ref' in schema.items)) yield* inlineNames(`${name}Item`, schema.items);
}

test('each name in the contract is of one thing', () => {
  const named = Object.values(components).flatMap((kind) => Object.keys(kind));
  const inline = Object.entries(components['schemas'] ?? {}).flatMap(([name, schema]) => [
    ...inlineNames(name, schema as Schema),
  ]);
  assert.ok(named.length > 300 && inline.length > 20, `${named.length} and ${inline.length} names`);
  const all = [...named, ...inline].map(plain);
  assert.deepEqual([...new Set(all.filter((name, place) => all.indexOf(name) !== place))], []);
});

test('no schema has the name of another one in another file of the contract', () => {
  // The bundler keeps both and puts a number behind the second.
  const numbered = Object.values(components).flatMap((kind) =>
    Object.keys(kind).filter((name) => /-\d+$/.test(name)),
  );
  assert.deepEqual(numbered, []);
});
