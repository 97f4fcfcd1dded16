import type { components } from '../../contract/generated/types.ts';
import type { Outbound } from '../../outbound/addresses.ts';
import { OutboundClient, OutboundError, type OutboundResponse } from '../../outbound/client.ts';
import { type ApiPlatform, apiUrl, PLATFORM_APIS } from '../../platforms/apis.ts';
import { accountRequest, type CaptureProvider, isCaptureProvider } from '../../platforms/providers.ts';
import { postJson } from '../queue/messages.ts';

export type IntegrationCheck = components['schemas']['IntegrationCheck'];

const TIMEOUT_MS = 10_000;
const SLACK_WEBHOOK =
  /^https:\/\/hooks\.slack(-gov)?\.com\/(services\/T\w+\/B\w+|workflows\/T\w+\/A\w+\/\d+|triggers\/[TE]\w+\/\d+)\/\w+$/;

/**
 * Checks whether a platform or provider accepts a key, by a free request. The body of the response is neither read nor
 * shown.
 * @returns `ok: false` with the reason, in a sentence, if the platform refuses the key or cannot be reached
 */
export async function checkPlatform(
  outbound: Outbound,
  type: ApiPlatform | CaptureProvider,
  { apiKey, baseUrl }: { apiKey: string; baseUrl: string | null },
): Promise<IntegrationCheck> {
  const { url, headers } = isCaptureProvider(type)
    ? accountRequest(type, apiKey, baseUrl)
    : {
        url: `${apiUrl(type, baseUrl)}${PLATFORM_APIS[type].path}`,
        headers: PLATFORM_APIS[type].credentials(apiKey),
      };
  using client = new OutboundClient(outbound);
  try {
    const response = await client.send(url, {
      method: 'GET',
      headers: { ...headers, accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
      read: 'none',
    });
    return checked(judge(type, response), response.status);
  } catch (error) {
    if (error instanceof OutboundError) return checked(error.message);
    throw error;
  }
}

/** Checks whether a URL has the form of Slack's incoming webhooks; nothing is sent to it. */
export function checkSlack(webhookUrl: string): IntegrationCheck {
  const isOfSlack = SLACK_WEBHOOK.test(webhookUrl);
  const check = checked(
    isOfSlack ? null : 'webhookUrl is none of Slack, such as https://hooks.slack.com/services/T…/B…/….',
  );
  return isOfSlack
    ? { ...check, reason: 'It has the form of Slack. Send a test message to see whether it works.' }
    : check;
}

/** Sends a message to a webhook of Slack that says that it is a test. */
export async function testSlack(outbound: Outbound, webhookUrl: string): Promise<IntegrationCheck> {
  using client = new OutboundClient(outbound);
  const message = { text: 'This is a test of Sightline. Alerts and reports come here.' };
  const { status, error } = await postJson(client, webhookUrl, {
    headers: { 'user-agent': 'Sightline' },
    body: Buffer.from(JSON.stringify(message)),
    timeoutMs: TIMEOUT_MS,
  });
  return checked(error, status);
}

/**
 * The result of a check that ran just now.
 * @param failure why it failed, a sentence; null: it worked
 * @param status the HTTP status of the response; null: no response
 */
export function checked(failure: string | null, status: number | null = null): IntegrationCheck {
  return {
    ok: failure === null,
    status,
    reason: failure ?? 'It works.',
    checkedAt: new Date().toISOString(),
  };
}

/** Why a response means that the integration does not work; null: it works. */
function judge(type: string, { status, headers }: OutboundResponse): string | null {
  // Gemini responds with 400 to an invalid key.
  if (status === 401 || status === 403 || (status === 400 && type === 'GEMINI')) return 'It refuses the key.';
  if (status >= 300 && status < 400) return 'It redirects, and is not followed; baseUrl may be wrong.';
  if (status === 404) return 'It does not know this path; baseUrl may be wrong.';
  if (status === 402) return 'The credit of its account is used up.';
  if (status === 429) return 'It limits the key just now, or its credit is used up.';
  if (status >= 500) return 'It has a fault of its own just now.';
  if (status < 200 || status >= 300) return `It answers with the status ${status}.`;
  return /\bjson\b/i.test(headers['content-type'] ?? '')
    ? null
    : 'It answers, but not in JSON; baseUrl may be wrong.';
}
