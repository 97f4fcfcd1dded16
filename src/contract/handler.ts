import type { Principal } from '../auth/auth.ts';
import type { operations } from './generated/types.ts';
import type { HttpRequest } from './request.ts';
import type { ResponseBody } from './response.ts';
import type { Services } from './services.ts';

export type OperationId = keyof operations;

/** A body rendered already (JSON made by the engine, a document kept as text), of the shape T. */
export class Rendered<T> {
  declare readonly shape: T;
  readonly bytes: ResponseBody;
  readonly mediaType: string;
  constructor(bytes: ResponseBody, mediaType = 'application/json') {
    this.bytes = bytes;
    this.mediaType = mediaType;
  }
}

type Success = 200 | 201 | 202 | 204 | 304;
type Content<R> = R extends { content: infer C } ? C[keyof C] : never;

/** What an operation may answer: one of the spec's success statuses with its body. Failures are thrown. */
export type Reply<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] & Success]: [
    Content<operations[Id]['responses'][Status]>,
  ] extends [never]
    ? { status: Status; headers?: Record<string, string> }
    : {
        status: Status;
        body:
          | Content<operations[Id]['responses'][Status]>
          | Rendered<Content<operations[Id]['responses'][Status]>>;
        headers?: Record<string, string>;
      };
}[keyof operations[Id]['responses'] & Success];

type Body<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer B } };
}
  ? B
  : undefined;

/** One validated call of an operation. */
export interface Call<Id extends OperationId> {
  body: Body<Id>;
  params: NonNullable<operations[Id]['parameters']['path']>;
  query: NonNullable<operations[Id]['parameters']['query']>;
  /** Who calls; absent where the operation asks for no credentials. */
  principal: Principal | undefined;
  request: HttpRequest;
  services: Services;
}

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Reply<Id>> | Reply<Id>;
/** Every operation of the contract: a missing one does not compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
