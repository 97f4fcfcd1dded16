import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** Findings that an error names at most. */
const MOST_FINDINGS = 5;

/**
 * A server of the protocol that answers InvalidParams to parameters of the wrong type, whatever the method. The package
 * throws a plain error for them, which would be a fault of the server. Handlers must throw a ProtocolError alone.
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
