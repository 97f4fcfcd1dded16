import { OpenAPIBackend } from 'openapi-backend';
import { etagsWithout } from '../../base/etags.ts';
import { parseDocument } from '../../contract/document/document.ts';
import { type AccessRules, readAccessRules } from './access.ts';
import { addContractFormats } from './formats.ts';
import type { Handler, Handlers, OperationId } from './handler.ts';
import { type Created, createdBy, type SpecOperation, schemaOf } from './response.ts';
import { IndexedRouter } from './router.ts';
import { AJV_OPTIONS } from './validation.ts';

/** An operation of the contract with its access rules and its handler. */
export interface BoundOperation {
  id: OperationId;
  path: string;
  method: string;
  access: AccessRules;
  handler: Handler<OperationId>;
  /** The resource that its 201 creates; undefined: none that can be fetched. */
  created: Created | undefined;
  /** Makes the ETag of its 200; undefined: it has none, or the handler makes it. */
  etag: ((body: Record<string, unknown>) => string) | undefined;
}

/** Opens the contract, with a router that looks paths up by an index. */
export async function openContract(): Promise<{ api: OpenAPIBackend; router: IndexedRouter }> {
  const api = new OpenAPIBackend({
    definition: parseDocument(),
    strict: true,
    // Compiles an operation's validators at its first request, and skips those of responses, which only tests need:
    // compiling all of them took 1.4 s at the start when there were 21 operations. Lint and tests check the document
    // itself.
    quick: true,
    ignoreTrailingSlashes: false,
    ajvOpts: { ...AJV_OPTIONS, useDefaults: true },
    customizeAjv: addContractFormats,
  });
  await api.init();
  const router = new IndexedRouter(api.definition);
  api.router = router;
  api.validator.router = router;
  return { api, router };
}

/** The operations of the contract, with their handlers. @throws Error when one has none */
export function bindOperations(router: IndexedRouter, handlers: Handlers): BoundOperation[] {
  return (
    router
      .getOperations()
      // The document's own operations, which have fields beyond OpenAPI.
      .map((operation) => bind(operation as unknown as SpecOperation, handlers, router))
  );
}

function bind(operation: SpecOperation, handlers: Handlers, router: IndexedRouter): BoundOperation {
  const { path, method, responses } = operation;
  const id = operation.operationId as OperationId;
  const handler = handlers[id] as Handler<OperationId> | undefined;
  if (!handler) throw new Error(`The operation ${id} has no handler.`);
  const access = readAccessRules(operation);
  const { headers = {} } = responses['200'] ?? {};
  const volatile = schemaOf(operation, '200')?.['x-volatile'];
  return {
    id,
    path,
    method,
    access,
    handler,
    created: createdBy(
      operation,
      (wanted) => router.getOperation(wanted) as unknown as SpecOperation | undefined,
    ),
    etag: 'ETag' in headers ? etagsWithout(volatile) : undefined,
  };
}

/**
 * The operations that fetch a resource, by its path.
 * @throws Error for an operation that takes If-Match on a path without a GET that has an ETag
 */
export function findReaders(operations: BoundOperation[]): Map<string, BoundOperation> {
  const readers = new Map(
    operations.filter(({ method, etag }) => method === 'get' && etag).map((reader) => [reader.path, reader]),
  );
  for (const { id, path, access } of operations)
    if (access.takesIfMatch && !readers.has(path)) throw new Error(`${id}: ${path} has no ETag to match.`);
  return readers;
}
