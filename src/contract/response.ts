import type { Readable } from 'node:stream';
import type { CompressedBody } from '../base/compressed-body.ts';

/** A body that is sent while it is read, such as a file. */
export class StreamedBody {
  readonly stream: Readable;
  /** Bytes; the stream must give exactly as many. */
  readonly length: number;
  constructor(stream: Readable, length: number) {
    this.stream = stream;
    this.length = length;
  }
}

export type ResponseBody = Uint8Array | string | CompressedBody | StreamedBody;

/** A response as the HTTP server sends it; body null: none. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: ResponseBody | null;
}

/** The link `self` of a 201 in the contract: the operation that gets what was made, and where its ids are. */
export interface SelfLink {
  operationId: string;
  /** An expression for each parameter of its path: $response.body#/… or $request.path.… */
  parameters?: Record<string, string>;
}

/**
 * A function that makes the Location of a 201 from the ids in the request's path and the response's body.
 * @param path of the operation that the link names
 * @throws Error for an expression that is not understood, and for a parameter of the path that has none
 */
export function locationBy({ parameters = {} }: SelfLink, path: string) {
  const parts = path.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return { literal: part };
    const [, inBody, inPath] =
      /^(?:\$response\.body#\/(\w+)|\$request\.path\.(\w+))$/.exec(parameters[part] ?? '') ?? [];
    if (inBody === undefined && inPath === undefined)
      throw new Error(`${path}: the link has no expression for ${part}.`);
    return { inBody, inPath };
  });
  return (params: Record<string, string>, body: Record<string, unknown>): string =>
    parts
      .map(
        ({ literal, inBody, inPath }) =>
          literal ?? encodeURIComponent(String(inBody === undefined ? params[inPath ?? ''] : body[inBody])),
      )
      .join('');
}
