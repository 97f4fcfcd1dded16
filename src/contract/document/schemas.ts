import { parseDocument } from './document.ts';

/** A schema of the contract (OpenAPI 3.0), references resolved. */
export interface Schema {
  type?: string;
  description?: string;
  nullable?: boolean;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: boolean | Schema;
  [keyword: string]: unknown;
}

interface Operation {
  method: string;
  path: string;
  raw: Schema;
}

interface Contract {
  /** A schema by its name, as a copy for the caller. */
  schema(name: string): Schema;
  /** A parameter of an operation's query. */
  parameter(operationId: string, name: string): Schema;
  operation(operationId: string): Operation | undefined;
  operationIds(): string[];
}

let contract: Contract | undefined;

/** The contract, for what is generated from its schemas and descriptions. Parsed on first use. */
export function theContract(): Contract {
  contract ??= readContract();
  return contract;
}

function readContract(): Contract {
  const document = parseDocument() as Schema;
  const resolved = (node: unknown): Schema => {
    if (Array.isArray(node)) return node.map(resolved) as unknown as Schema;
    if (typeof node !== 'object' || node === null) return node as unknown as Schema;
    const { $ref } = node as { $ref?: string };
    if ($ref !== undefined) return resolved(at(document, $ref.slice(2).split('/')));
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, resolved(value)]));
  };
  const operations = new Map<string, Operation>();
  for (const [path, methods] of Object.entries(document['paths'] as Record<string, Record<string, Schema>>))
    for (const [method, raw] of Object.entries(methods))
      if (typeof raw['operationId'] === 'string') operations.set(raw['operationId'], { method, path, raw });
  return {
    schema: (name) => resolved(at(document, ['components', 'schemas', name])),
    parameter(operationId, name) {
      const parameters = resolved(operations.get(operationId)?.raw['parameters']) as unknown as Schema[];
      const found = parameters.find((parameter) => parameter['name'] === name);
      if (!found) throw new Error(`${operationId} has no parameter ${name}.`);
      return { ...(found['schema'] as Schema), description: found.description ?? '' };
    },
    operation(operationId) {
      const found = operations.get(operationId);
      return found && { ...found, raw: resolved(found.raw) };
    },
    operationIds: () => [...operations.keys()],
  };
}

function at(document: Schema, names: string[]): Schema {
  const found = names.reduce<unknown>((node, name) => (node as Schema | undefined)?.[name], document);
  if (found === undefined) throw new Error(`The contract has no ${names.join('/')}.`);
  return found as Schema;
}
