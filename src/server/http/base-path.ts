import { AppError } from '../../base/errors.ts';
import type { HttpResponse } from '../dispatch/response.ts';
import type { IncomingRequest } from './request.ts';

/** Containers' and load balancers' probes may use these paths at the root too, whatever the base path. */
const PROBED = /^\/health(\/ready)?(\?|$)/;
/** Documents that agents look for at the root of the host, followed by the path of their subject (RFC 8414, 9728). */
const WELL_KNOWN = /^(\/\.well-known\/oauth-(?:authorization-server|protected-resource))(\/[^?]*)(\?|$)/;

/**
 * Strips the base path from the url of a request, so that all other code sees the paths of the contract.
 * @param basePath such as /sightline
 * @returns null for a request that continues; otherwise its response
 */
export function enterBasePath(basePath: string, incoming: IncomingRequest): HttpResponse | AppError | null {
  const { url } = incoming;
  // "*" and addresses of other servers are handled as without a base path.
  if (!url.startsWith('/') || PROBED.test(url)) return null;
  const [, document = '', about = ''] = WELL_KNOWN.exec(url) ?? [];
  if (about === basePath || about.startsWith(`${basePath}/`)) {
    incoming.url = document + about.slice(basePath.length);
    return null;
  }
  if (url.startsWith(`${basePath}/`)) {
    incoming.url = url.slice(basePath.length);
    return null;
  }
  if (url === basePath || url.startsWith(`${basePath}?`))
    return {
      status: 308,
      headers: {
        Location: `${basePath}/${url.slice(basePath.length)}`,
        'Cache-Control': 'public, max-age=300',
      },
      body: null,
    };
  return new AppError('not_found', `There is nothing at this path: all is under ${basePath}/.`);
}
