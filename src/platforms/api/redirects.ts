import type { OutboundClient } from '../../outbound/client.ts';
import type { Citation } from '../evidence.ts';

const REDIRECT_HOST = 'vertexaisearch.cloud.google.com';
const REDIRECT_PATH = /^\/grounding-api-redirect\/./;
/** The most links resolved. Gemini returns some thirty. */
const MOST_LINKS = 100;
const TIMEOUT_MS = 5_000;

/**
 * Replaces the platform's own links by their redirect targets: Gemini's links are all on one domain, and stop working
 * after some days. Only the link is requested, not the source. A link that does not redirect stays.
 */
export async function withoutRedirects(
  client: OutboundClient,
  citations: readonly Citation[],
  baseUrl: string,
  signal: AbortSignal,
): Promise<Citation[]> {
  const hosts = new Set([REDIRECT_HOST, new URL(baseUrl).host]);
  const ending = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const resolved = await Promise.all(
    citations.map(async ({ url, title }, index) => ({
      url: index < MOST_LINKS ? await target(url) : url,
      title,
    })),
  );
  return resolved.filter(({ url }, index) => resolved.findIndex((other) => other.url === url) === index);

  async function target(url: string): Promise<string> {
    const { host, pathname } = new URL(url);
    if (!hosts.has(host) || !REDIRECT_PATH.test(pathname)) return url;
    try {
      const { status, headers } = await client.send(url, {
        method: 'GET',
        headers: {},
        signal: ending,
        read: 'beginning',
      });
      const location = headers['location'] ?? '';
      const isSource = status >= 300 && status < 400 && /^https?:\/\//.test(location);
      return isSource && URL.canParse(location) && location.length <= 4096 ? location : url;
    } catch {
      return url;
    }
  }
}
