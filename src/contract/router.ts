import type { ParsedRequest, Request } from 'openapi-backend';
import { OpenAPIRouter, type Operation } from 'openapi-backend';
import type { HttpRequest } from './request.ts';

interface Route {
  /** Literal segments, null for a parameter. */
  segments: (string | null)[];
  names: string[];
  methods: Map<string, Operation>;
}

interface Match {
  methods: Map<string, Operation>;
  params: Record<string, string>;
}

/**
 * openapi-backend's router with its look-ups made once. The stock one rebuilds every operation and path
 * pattern, and parses the request three times, at each request.
 */
export class IndexedRouter extends OpenAPIRouter {
  readonly #operations: Operation[];
  readonly #byId: Map<string, Operation>;
  readonly #literal = new Map<string, Map<string, Operation>>();
  readonly #templates: Route[] = [];

  constructor(definition: OpenAPIRouter['definition']) {
    super({ definition, apiRoot: '/', ignoreTrailingSlashes: false });
    this.#operations = super.getOperations();
    this.#byId = new Map(this.#operations.map((operation) => [operation.operationId ?? '', operation]));
    for (const operation of this.#operations) {
      const methods = this.#methodsOf(operation.path);
      methods.set(operation.method, operation);
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

  /** The methods of a path (lower case), or undefined for an unknown path. */
  methods(path: string): string[] | undefined {
    const match = this.#match(path);
    return match && [...match.methods.keys()];
  }

  override matchOperation(request: Request): Operation;
  override matchOperation(request: Request, strict?: boolean): Operation | undefined;
  override matchOperation(request: Request, strict?: boolean): Operation | undefined {
    const match = this.#match(request.path);
    if (!match) {
      if (strict) throw new Error('404-notFound: no route matches request');
      return undefined;
    }
    const operation = match.methods.get(request.method);
    if (!operation && strict)
      throw new Error('405-methodNotAllowed: this method is not registered for the route');
    if (operation) (request as HttpRequest).params = match.params;
    return operation;
  }

  /** The shell has parsed the request already. */
  override parseRequest(request: Request): ParsedRequest {
    return request as HttpRequest;
  }

  #methodsOf(path: string): Map<string, Operation> {
    if (!path.includes('{')) {
      const methods = this.#literal.get(path) ?? new Map<string, Operation>();
      this.#literal.set(path, methods);
      return methods;
    }
    const parts = path.split('/').slice(1);
    const segments = parts.map((part) => (part.startsWith('{') ? null : part));
    const known = this.#templates.find((route) => route.segments.join('/') === segments.join('/'));
    if (known) return known.methods;
    const names = parts.filter((part) => part.startsWith('{')).map((part) => part.slice(1, -1));
    const route: Route = { segments, names, methods: new Map() };
    this.#templates.push(route);
    return route.methods;
  }

  #match(path: string): Match | undefined {
    const literal = this.#literal.get(path);
    if (literal) return { methods: literal, params: {} };
    if (this.#templates.length === 0) return undefined;
    const parts = path.split('/').slice(1);
    for (const { segments, names, methods } of this.#templates) {
      if (segments.length !== parts.length) continue;
      if (
        !segments.every((segment, index) =>
          segment === null ? parts[index] !== '' : segment === parts[index],
        )
      )
        continue;
      // The shell has refused paths that cannot be decoded.
      const values = parts.filter((_, index) => segments[index] === null);
      if (values.some((value) => ENCODED_IN_VAIN.test(value))) continue;
      return {
        methods,
        params: Object.fromEntries(
          names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]),
        ),
      };
    }
    return undefined;
  }
}

/** A character that stands for itself wherever it is: what holds it encoded is a second spelling of the same path. */
const ENCODED_IN_VAIN = /%(?:3\d|[46][1-9a-f]|[57][\da]|2[de]|5f|7e)/i;

function literals(route: Route): number {
  return route.segments.filter((segment) => segment !== null).length;
}
