import type { Readable } from 'node:stream';
import type { CompressedBody } from '../../base/compressed-body.ts';

/** A body that is sent while it is read or rendered, such as a file. If the stream fails, the client sees a cut. */
export class StreamedBody {
  readonly stream: Readable;
  /** Bytes, exactly as many as the stream gives; null: unknown. Such a body is compressed as the client accepts. */
  readonly length: number | null;
  /** The most bytes that the stream has in memory at once. */
  readonly heldBytes: number;
  /** Whether each piece is freed when it is sent. */
  readonly isFreed: boolean;
  constructor(stream: Readable, length: number | null, { heldBytes = 0, isFreed = false } = {}) {
    this.stream = stream;
    this.length = length;
    this.heldBytes = heldBytes;
    this.isFreed = isFreed;
  }
}

export type ResponseBody = Uint8Array | string | CompressedBody | StreamedBody;

/** A response as the HTTP server sends it; body null: none. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: ResponseBody | null;
  /** Called for each equal request of the same caller: whether it gets this response again. undefined: it does not. */
  canRepeat?: (() => boolean) | undefined;
}

export type Schema = { 'x-volatile'?: string[] };
/** The parts of an operation in the contract that concern its responses. */
export type SpecOperation = Record<string, unknown> & {
  operationId: string;
  path: string;
  method: string;
  responses: Record<
    string,
    {
      links?: { self?: SelfLink };
      headers?: Record<string, unknown>;
      content?: { 'application/json'?: { schema?: Schema } };
    }
  >;
};

/** The link `self` of a 201 in the contract: the operation that fetches the new resource, and the source of its ids. */
export interface SelfLink {
  operationId: string;
  /** An expression for each parameter of its path: $response.body#/… or $request.path.… */
  parameters?: Record<string, string>;
}

/**
 * A function that finds the ids of the resource created by a 201, from the request's path and the response's body.
 * @param path of the operation that the link names
 * @returns by the names of the path's parameters
 * @throws Error for an expression that is not understood, and for a parameter of the path without one
 */
export function idsBy({ parameters = {} }: SelfLink, path: string) {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(({ 1: name = '' }) => {
    const [, inBody, inPath] =
      /^(?:\$response\.body#\/(\w+)|\$request\.path\.(\w+))$/.exec(parameters[name] ?? '') ?? [];
    if (inBody === undefined && inPath === undefined)
      throw new Error(`${path}: the link has no expression for ${name}.`);
    return { name, inBody, inPath };
  });
  return (params: Record<string, string>, body: Record<string, unknown>): Record<string, string> =>
    Object.fromEntries(
      ids.map(({ name, inBody, inPath }) => [
        name,
        String(inBody === undefined ? params[inPath ?? ''] : body[inBody]),
      ]),
    );
}

/** A path of the contract with ids for its parameters. */
export function filledPath(path: string, ids: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
}

/** The resource created by a 201, from its link `self`. */
export interface Created {
  /** The id of the operation that fetches it, and that operation's path. */
  getter: string;
  path: string;
  ids: ReturnType<typeof idsBy>;
  /** Whether the 201 has an ETag, that of the getter's response. */
  hasEtag: boolean;
  /** Whether the 201 has the getter's body, so that the getter need not be called. */
  isSame: boolean;
}

/** @throws Error for a link to no operation, and for a 201 with an ETag whose getter has none */
export function createdBy(
  operation: SpecOperation,
  find: (operationId: string) => SpecOperation | undefined,
): Created | undefined {
  const { operationId: id, responses } = operation;
  const { links: { self } = {}, headers = {} } = responses['201'] ?? {};
  if (!self) return undefined;
  const getter = find(self.operationId);
  if (!getter) throw new Error(`${id}: its link names no operation.`);
  const hasEtag = 'ETag' in headers;
  if (hasEtag && !('ETag' in (getter.responses['200']?.headers ?? {})))
    throw new Error(`${id}: what it makes is got without an ETag.`);
  const { operationId, path } = getter;
  const isSame = schemaOf(operation, '201') === schemaOf(getter, '200');
  return { getter: operationId, path, ids: idsBy(self, path), hasEtag, isSame };
}

/** The schema of a JSON response. */
export function schemaOf({ responses }: SpecOperation, status: string): Schema | undefined {
  return responses[status]?.content?.['application/json']?.schema;
}
