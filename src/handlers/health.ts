import { type FixedDocument, isKnown, servedJson, servedYaml } from '../contract/document.ts';
import { type Handlers, Rendered } from '../contract/handler.ts';
import type { HttpRequest } from '../contract/request.ts';
import { unavailable } from '../errors.ts';

export const health = {
  getHealth: ({ services }) => {
    const snapshot = services.reports.current();
    const ageSeconds = snapshot ? Math.max(0, Date.now() - snapshot.asOf.getTime()) / 1000 : 0;
    return {
      status: 200,
      body: {
        status: 'ok',
        version: services.version,
        snapshot: snapshot && { id: snapshot.id, ageSeconds },
      },
    };
  },

  getReadiness: ({ services }) => {
    if (services.isDraining()) throw unavailable('The server is shutting down.');
    if (!services.reports.current()) throw unavailable('There is no snapshot yet. Try again shortly.');
    return { status: 200, body: { status: 'ready' } };
  },

  getOpenapiJson: ({ request }) => served(request, servedJson(), 'application/json'),
  getOpenapiYaml: ({ request }) => served(request, servedYaml(), 'application/yaml'),
} satisfies Pick<Handlers, 'getHealth' | 'getReadiness' | 'getOpenapiJson' | 'getOpenapiYaml'>;

function served<Shape>(request: HttpRequest, { body, etag }: FixedDocument, mediaType: string) {
  const headers = { 'Cache-Control': 'public, max-age=300', ETag: etag };
  if (isKnown(request.headers['if-none-match'], etag)) return { status: 304 as const, headers };
  return { status: 200 as const, body: new Rendered<Shape>(body, mediaType), headers };
}
