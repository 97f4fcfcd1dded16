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
