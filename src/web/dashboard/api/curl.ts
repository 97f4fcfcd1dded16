import { SERVER } from './client.ts';

/** A line for a shell that calls this server with a key. @param body sent as JSON */
export function curlLine(path: string, key: string, body?: unknown): string {
  const call = `curl -sS -X POST ${SERVER}${path} -H 'X-API-Key: ${key}'`;
  if (body === undefined) return call;
  // In single quotes of a shell a quote ends them, stands escaped, and they begin again.
  const json = JSON.stringify(body).replaceAll("'", `'\\''`);
  return `${call} -H 'Content-Type: application/json' -d '${json}'`;
}

/** A line that sends one invented answer about a brand. */
export function ingestLine(key: string, brand: string): string {
  const now = new Date();
  const run = {
    externalId: `first-${now.getTime()}`,
    brand,
    platform: 'CHATGPT',
    queryText: 'Which one would you recommend?',
    executedAt: now.toISOString(),
    answer: `${brand} is a good choice.`,
  };
  return curlLine('/api/runs', key, [run]);
}
