import { documentJson, documentYaml } from '../contract/document.ts';
import { type Handlers, Rendered } from '../contract/handler.ts';
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

  getOpenapiJson: () => ({ status: 200, body: new Rendered(documentJson), headers: PUBLIC }),

  getOpenapiYaml: () => ({
    status: 200,
    body: new Rendered(documentYaml(), 'application/yaml'),
    headers: PUBLIC,
  }),
} satisfies Pick<Handlers, 'getHealth' | 'getReadiness' | 'getOpenapiJson' | 'getOpenapiYaml'>;

const PUBLIC = { 'Cache-Control': 'public, max-age=300' };
