import { createServer } from 'node:net';
import type { Config } from '../../base/config.ts';

/**
 * Listens on each configured port and stops again. Sockets that share a port, like those of workers, would share it
 * with another server as well.
 * @throws when one is taken, or cannot be listened on
 */
export async function refuseUnusablePorts({ host, port, metricsPort }: Config): Promise<void> {
  for (const wanted of [port, metricsPort]) if (wanted !== null) await listenOnce(wanted, host);
}

function listenOnce(port: number, host: string): Promise<void> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(port, host, () => probe.close(() => done()));
  });
}
