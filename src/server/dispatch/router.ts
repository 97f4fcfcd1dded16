import type { ParsedRequest, Request } from 'openapi-backend';
import { OpenAPIRouter, type Operation } from 'openapi-backend';
import type { HttpRequest } from './request.ts';

type Segment = { literal: string } | { parameter: string };

/** A path with parameters. */
interface Route {
  path: string;
  segments: Segment[];
  methods: Map<string, Operation>;
}

interface Match {
  methods: Map<string, Operation>;
  params: Record<string, string>;
}

/**
 * openapi-backend's router with its look-ups built once. The stock router rebuilds every operation and path pattern,
 * and parses the request three times, at each request.
 */
export class IndexedRouter extends OpenAPIRouter {
  readonly #operations: Operation[];
  readonly #byId: Map<string, Operation>;
  readonly #literal = new Map<string, Map<string, Operation>>();
  readonly #templates: Route[] = [];

  constructor(definition: OpenAPIRouter['definition']) {
    super({ definition, apiRoot: '/', ignoreTrailingSlashes: false });
    this.#operations = super.getOperations();
    this.#byId = new Map(this.#operations.map((operation) => [idOf(operation), operation]));
    for (const operation of this.#operations) {
      const methods = this.#methodsOf(operation.path);
      methods.set(operation.method, operation);
      if ('x-trailing-slash' in operation) this.#literal.set(`${operation.path}/`, methods);
    }
    // The template with more literal segments is the more specific one.
    this.#templates.sort((a, b) => literals(b) - literals(a));
  }

  override getOperations(): Operation[] {
    return this.#operations;
  }

  override getOperation(operationId: string): Operation | undefined {
    return this.#byId.get(operationId);
  }

  /** The methods of a path in upper case, HEAD and OPTIONS included; undefined for an unknown path. */
  allowedMethods(path: string): string[] | undefined {
    const match = this.#match(path);
    if (!match) return undefined;
    const methods = Array.from(match.methods.keys(), (method) => method.toUpperCase());
    return [...(methods.includes('GET') ? ['HEAD'] : []), ...methods, 'OPTIONS'];
  }

  override matchOperation(request: Request): Operation;
  override matchOperation(request: Request, strict?: boolean): Operation | undefined;
  override matchOperation(request: Request, strict?: boolean): Operation | undefined {
    const match = this.#match(request.path);
    if (!match) {
      // openapi-backend distinguishes the two errors by the status at the start of the message.
      if (strict) throw new Error('404-notFound: no route matches request');
      return undefined;
    }
    const operation = match.methods.get(request.method);
    if (!operation && strict)
      throw new Error('405-methodNotAllowed: this method is not registered for the route');
    if (operation) (request as HttpRequest).params = match.params;
    return operation;
  }

  /** Returns the request itself, which the HTTP server has already parsed. */
  override parseRequest(request: Request): ParsedRequest {
    return request as HttpRequest;
  }

  #methodsOf(path: string): Map<string, Operation> {
    if (!path.includes('{')) {
      const methods = this.#literal.get(path) ?? new Map<string, Operation>();
      this.#literal.set(path, methods);
      return methods;
    }
    const known = this.#templates.find((route) => route.path === path);
    if (known) return known.methods;
    const segments = splitPath(path).map((part) =>
      part.startsWith('{') ? { parameter: part.slice(1, -1) } : { literal: part },
    );
    const route: Route = { path, segments, methods: new Map() };
    this.#templates.push(route);
    return route.methods;
  }

  #match(path: string): Match | undefined {
    const literal = this.#literal.get(path);
    if (literal) return { methods: literal, params: {} };
    const parts = splitPath(path);
    for (const { segments, methods } of this.#templates) {
      const params = matchParams(segments, parts);
      if (params) return { methods, params };
    }
    return undefined;
  }
}

/**
 * Percent-encoded letters, digits, "-", ".", "_" and "~", which need no encoding: a second spelling of the same path.
 */
const NEEDLESSLY_ENCODED = /%(?:3\d|[46][1-9a-f]|[57][\da]|2[de]|5f|7e)/i;

/** The decoded parameters of a path that matches a template; null: it does not match. */
function matchParams(segments: readonly Segment[], parts: readonly string[]): Record<string, string> | null {
  if (segments.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index];
    if ('literal' in segment) {
      if (segment.literal !== part) return null;
    } else {
      if (!part || NEEDLESSLY_ENCODED.test(part)) return null;
      params[segment.parameter] = part;
    }
  }
  for (const name in params) params[name] = decodeURIComponent(params[name] as string);
  return params;
}

function splitPath(path: string): string[] {
  return path.split('/').slice(1);
}

function idOf({ operationId, method, path }: Operation): string {
  if (operationId === undefined) throw new Error(`${method} ${path} has no operationId.`);
  return operationId;
}

function literals(route: Route): number {
  return route.segments.filter((segment) => 'literal' in segment).length;
}
