import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The part of an OpenAPI document that a referenced file belongs to, by its path below spec/. */
const COMPONENTS: [path: RegExp, kind: string][] = [
  [/^schemas\//, 'schemas'],
  [/^parameters\.yaml$/, 'parameters'],
  [/^responses\.yaml$/, 'responses'],
  [/^headers\.yaml$/, 'headers'],
];

const SPEC = new URL('../../../spec/', import.meta.url);
const CACHE_FILE = new URL('../generated/openapi.json', import.meta.url);

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

/**
 * The bundled contract as JSON without white space. Bundling takes 0.5 s, so the result is cached beside this file
 * until spec/ changes. A packed copy has no spec/ and includes the result.
 * @throws Error if both are missing
 */
export function bundledContract(): string {
  const cached = existsSync(CACHE_FILE) ? readFileSync(CACHE_FILE, 'utf8') : null;
  const end = cached?.indexOf('\n') ?? -1;
  if (!existsSync(SPEC)) {
    if (cached === null)
      throw new Error('Both spec/ and the contract made from it are missing. Install the package again.');
    return cached.slice(end + 1);
  }
  const hash = specHash();
  if (cached?.slice(0, end) === hash) return cached.slice(end + 1);
  const json = JSON.stringify(bundle(SPEC));
  keep(`${hash}\n${json}`);
  return json;
}

/** Identifies the content of spec/ and of the code here that processes it. */
export function specHash(): string {
  const hash = createHash('sha256').update(readFileSync(new URL(import.meta.url)));
  for (const path of globSync('**/*.yaml', { cwd: SPEC }).sort())
    hash.update(`${path}\0`).update(readFileSync(new URL(path, SPEC)));
  return hash.digest('hex');
}

function keep(content: string): void {
  const temporary = new URL(`openapi.json.${process.pid}`, CACHE_FILE);
  try {
    mkdirSync(new URL('.', CACHE_FILE), { recursive: true });
    writeFileSync(temporary, content);
    renameSync(temporary, CACHE_FILE);
  } catch {
    // The program's folder is read-only: the next start bundles again.
  }
}

/**
 * Joins the files of spec/ to one OpenAPI document. A file referenced by `$ref` becomes a component of that name; a
 * path's `$ref` is replaced by the file's content.
 * @param folder spec/, as a URL that ends with a slash
 * @throws Error for a reference to nothing, and for two components of one kind and name
 */
function bundle(folder: URL): JsonObject {
  const files = new Map<string, JsonObject>();
  const components: Record<string, JsonObject> = {};
  /** The source file of each component. */
  const origins = new Map<string, string>();

  const lookUp = (file: string, name: string): Json => {
    const content = files.get(file) ?? (parse(readFileSync(new URL(file, folder), 'utf8')) as JsonObject);
    files.set(file, content);
    const found = content[name];
    if (found === undefined) throw new Error(`spec/${file} has no ${name}.`);
    return found;
  };

  const resolve = (value: Json, file: string): Json => {
    if (Array.isArray(value)) return value.map((each) => resolve(each, file));
    if (typeof value !== 'object' || value === null) return value;
    if (typeof value['$ref'] === 'string') return referred(value['$ref'], file);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolve(each, file)]));
  };

  const referred = (reference: string, from: string): Json => {
    const [path = '', name = ''] = reference.split('#/');
    const file = path === '' ? from : new URL(path, new URL(from, folder)).href.slice(folder.href.length);
    const kind = COMPONENTS.find(([pattern]) => pattern.test(file))?.[1];
    if (kind === undefined) return resolve(lookUp(file, name), file);
    components[kind] ??= {};
    const origin = origins.get(`${kind}/${name}`);
    if (origin === undefined) {
      origins.set(`${kind}/${name}`, file);
      // Reserve the name before the content is known: a schema may contain itself.
      components[kind][name] = null;
      components[kind][name] = resolve(lookUp(file, name), file);
    } else if (origin !== file) throw new Error(`${origin} and ${file} both have ${name} in ${kind}.`);
    return { $ref: `#/components/${kind}/${name}` };
  };

  const main = parse(readFileSync(new URL('openapi.yaml', folder), 'utf8')) as JsonObject;
  const document = resolve(main, 'openapi.yaml') as JsonObject;
  return { ...document, components: { ...(document['components'] as JsonObject), ...components } };
}
