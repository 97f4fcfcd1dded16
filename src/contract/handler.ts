import type { KeyPrincipal, Principal, UserPrincipal } from '../auth/auth.ts';
import type { OrgId } from '../base/ids.ts';
import type { Db } from '../db/client.ts';
import type { Page } from '../db/page.ts';
import type { Actor } from '../domain/organisations/audit.ts';
import type { operations, security } from './generated/types.ts';
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

/** Who may call an operation, by the security schemes that it accepts. */
type PrincipalOf<Id extends OperationId> =
  | ('bearerToken' extends security[Id] ? UserPrincipal : never)
  | ('apiKeyHeader' extends security[Id] ? KeyPrincipal : never);

/** Who calls an operation that asks for credentials. */
interface Caller<Id extends OperationId> {
  principal: PrincipalOf<Id>;
  orgId: OrgId;
  /** The caller, for the audit log. */
  actor: Actor;
}

interface AnyCall<Id extends OperationId> {
  services: Services;
  db: Db;
  request: HttpRequest;
  body: Body<Id>;
  params: NonNullable<operations[Id]['parameters']['path']>;
  query: NonNullable<operations[Id]['parameters']['query']>;
  /** The page that a list is asked for, with the contract's defaults. */
  page: Page;
}

/** One validated call of an operation. */
export type Call<Id extends OperationId> = [security[Id]] extends [never]
  ? AnyCall<Id>
  : AnyCall<Id> & Caller<Id>;

/** A call as it is made; its types are the contract's, by `Call`. Fields are made when a handler asks for them. */
export class OperationCall {
  readonly services: Services;
  readonly request: HttpRequest;

  constructor(services: Services, request: HttpRequest) {
    this.services = services;
    this.request = request;
  }

  get db(): Db {
    return this.services.db;
  }

  get body(): unknown {
    return this.request.requestBody;
  }

  get params(): Record<string, unknown> {
    return this.request.params;
  }

  get query(): Record<string, unknown> {
    return this.request.query;
  }

  get page(): Page {
    const { limit = 100, offset = 0 } = this.query as Partial<Page>;
    return { limit, offset };
  }

  get principal(): Principal {
    const { principal } = this.request;
    if (!principal) throw new Error(`${this.request.operationId} asks for no credentials.`);
    return principal;
  }

  get orgId(): string {
    return this.principal.orgId;
  }

  get actor(): Actor {
    const { principal } = this;
    const isUser = principal.kind === 'user';
    return {
      orgId: principal.orgId,
      type: isUser ? 'USER' : 'API_KEY',
      id: isUser ? principal.userId : principal.keyId,
      address: this.request.clientAddress,
    };
  }
}

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Reply<Id>> | Reply<Id>;
/** Every operation of the contract: a missing one does not compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
