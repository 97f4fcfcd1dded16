import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { decoded } from './arguments.ts';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The most findings that an error lists. */
const MOST_FINDINGS = 5;

/**
 * A server of the protocol that answers InvalidParams to parameters of the wrong type, for every method. The package
 * throws a plain error instead, which would count as an internal error. Handlers must throw ProtocolError alone.
 */
export class TypedServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, async (request, context) => {
      try {
        return await handler(request, context);
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, wrongParams((error as Error).message));
      }
    });
    return method === 'tools/call' || method === 'prompts/get'
      ? async (request, context) => wrapped(withMembers(request), context)
      : wrapped;
  }
}

/** A request whose arguments are an object, where a client sent null for none or JSON in a text. */
function withMembers(request: JSONRPCRequest): JSONRPCRequest {
  const { params } = request;
  const sent: unknown = params?.['arguments'];
  if (!params || (sent !== null && typeof sent !== 'string')) return request;
  const read = sent === null || sent === '' ? {} : decoded(sent);
  return { ...request, params: { ...params, arguments: read } };
}

/** @param message the findings of the package's schemas, as JSON */
function wrongParams(message: string): string {
  const findings = findingsIn(message);
  if (findings.length === 0) return 'The parameters are not those of this method.';
  const shown = findings
    .slice(0, MOST_FINDINGS)
    .map(({ path, message: text }) => `${path.join('.')}: ${text}`);
  return [...shown, ...(findings.length > MOST_FINDINGS ? ['…'] : [])].join('; ');
}

function findingsIn(message: string): { path: (string | number)[]; message: string }[] {
  try {
    return JSON.parse(message);
  } catch {
    return [];
  }
}
