import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AggregatorRegistry } from 'prom-client';

/** A metric with its values in prom-client's JSON form: plain data, which can be sent to other threads. */
export interface MetricObject {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram' | 'summary';
  aggregator: string;
  values: { metricName?: string; value: number; labels: Record<string, string | number> }[];
}

/**
 * Serves `GET /metrics` in Prometheus' text format, on a separate port.
 * @param collect reads the metrics of every thread; they are aggregated
 * @returns the port it listens on, and how to stop it
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  collect: () => Promise<MetricObject[][]>,
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const refuse = (status: number, headers = {}) => response.writeHead(status, headers).end();
    if (request.url?.split('?')[0] !== '/metrics') return refuse(404);
    if (request.method !== 'GET') return refuse(405, { Allow: 'GET' });
    return collect()
      .then((threads) => {
        const all = AggregatorRegistry.aggregate(threads);
        return all.metrics().then((text) => {
          response.writeHead(200, { 'Content-Type': all.contentType }).end(text);
        });
      })
      .catch(() => refuse(500));
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, host, done);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
