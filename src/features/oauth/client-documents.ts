import { invalidField } from '../../base/errors.ts';
import { type Db, promptly } from '../../db/client.ts';
import type { Outbound } from '../../outbound/addresses.ts';
import { OutboundClient, OutboundError } from '../../outbound/client.ts';
import { isShownName, type OAuthClient } from './clients.ts';
import { redirectRefusal } from './redirect-uris.ts';

const MOST_BYTES = 5 * 1024;
const TIMEOUT_MS = 5_000;
/** A document is read again after this long, before the consent page is shown. */
const FRESH_MINUTES = 5;
const MOST_REDIRECTS = 10;

/** Whether a client id is the address of a document about the client. */
export function isDocumentId(id: string): boolean {
  return id.toLowerCase().startsWith('https:');
}

/**
 * The client that a metadata document describes. It is stored, for the person's decision and for later tokens.
 * @throws AppError validation_error that says what is wrong with the document
 */
export async function clientByDocument(
  { db, outbound }: { db: Db; outbound: Outbound },
  id: string,
): Promise<OAuthClient> {
  const [fresh] = await promptly(
    db.sql<OAuthClient[]>`
      select id, is_document as "isDocument", name, redirect_uris as "redirectUris" from oauth_clients
      where id = ${id} and is_document and fetched_at > now() - make_interval(mins => ${FRESH_MINUTES})`,
  );
  if (fresh) return fresh;
  const { name, redirectUris } = readDocument(id, await fetchDocument(outbound, id));
  await promptly(
    db.sql`insert into oauth_clients (id, is_document, name, redirect_uris, auth_method)
      values (${id}, true, ${name}, ${redirectUris}, 'none')
      on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris, fetched_at = now()`,
  );
  return { id, isDocument: true, name, redirectUris };
}

async function fetchDocument(outbound: Outbound, id: string): Promise<Buffer> {
  const url = URL.canParse(id) ? new URL(id) : null;
  const isPlain =
    url !== null &&
    url.href === id &&
    url.protocol === 'https:' &&
    url.pathname !== '/' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '';
  if (!isPlain) throw refused('its address must be https with a path, as https://agent.example/client.json');
  using client = new OutboundClient(outbound, { maxBytes: MOST_BYTES });
  try {
    const headers = { Accept: 'application/json' };
    const {
      status,
      headers: answered,
      body,
    } = await client.send(id, {
      method: 'GET',
      headers,
      timeoutMs: TIMEOUT_MS,
      signal: AbortSignal.timeout(2 * TIMEOUT_MS),
    });
    if (status !== 200) throw refused(`its server answered ${status}; redirects are not followed`);
    if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(answered['content-type'] ?? ''))
      throw refused('it is not served as application/json');
    return body;
  } catch (error) {
    if (error instanceof OutboundError) throw refused(`it could not be read: ${error.message}`);
    if (error instanceof DOMException) throw refused('it could not be read: it came too slowly');
    throw error;
  }
}

function readDocument(id: string, body: Buffer): { name: string; redirectUris: string[] } {
  let document: Record<string, unknown>;
  try {
    document = JSON.parse(body.toString());
  } catch {
    throw refused('it is not JSON');
  }
  if (typeof document !== 'object' || document === null) throw refused('it is not a JSON object');
  const {
    client_id: named,
    client_name: name = new URL(id).host,
    redirect_uris: redirectUris,
    token_endpoint_auth_method: method = 'none',
  } = document;
  if (named !== id) throw refused('its client_id is not its own address');
  if (typeof name !== 'string' || name.length > 200 || !isShownName(name))
    throw refused('its client_name must be a text in one line, of 200 characters at most');
  if (method !== 'none') throw refused('its token_endpoint_auth_method must be none');
  const isList = Array.isArray(redirectUris) && redirectUris.every((uri) => typeof uri === 'string');
  if (!isList || redirectUris.length === 0 || redirectUris.length > MOST_REDIRECTS)
    throw refused(`its redirect_uris must be 1 to ${MOST_REDIRECTS} addresses`);
  for (const [at, uri] of redirectUris.entries()) {
    const refusal = redirectRefusal(uri);
    if (refusal !== null) throw refused(`its redirect_uris[${at}] ${refusal}`);
  }
  return { name, redirectUris };
}

function refused(why: string) {
  return invalidField('request', `The agent's metadata document (client_id) cannot be used: ${why}.`);
}
