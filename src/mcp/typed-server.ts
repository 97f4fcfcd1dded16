import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The most findings that an error lists. */
const MOST_FINDINGS = 5;

/**
 * A server of the protocol that answers InvalidParams to parameters of the wrong type, for every method. The package
 * throws a plain error instead, which would count as an internal error. Handlers must throw ProtocolError alone.
 */
export class TypedServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    return super._wrapHandler(method, async (request, context) => {
      try {
        return await handler(request, context);
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, wrongParams((error as Error).message));
      }
    });
  }
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
