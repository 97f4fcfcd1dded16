import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { createMcpServer, type McpOptions } from './server.ts';

/** One message received by POST. */
export interface McpPost {
  body: unknown;
  headers: Readonly<Record<string, string | string[]>>;
  signal: AbortSignal;
}

export interface McpReply {
  status: number;
  /** JSON; null: none. */
  body: string | null;
}

/** The transport requires an address and ignores all its parts. */
const ADDRESS = 'http://sightline.invalid/mcp';
/** The headers that the protocol reads. */
const HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** Answers one message without a session: a new server handles each message and responds in JSON. */
export async function answerPost(post: McpPost, options: McpOptions): Promise<McpReply> {
  const { body, headers, signal } = post;
  if (Array.isArray(body))
    return refused(-32_600, 'One message a POST. Send the messages of a batch one by one.');
  if (typeof body !== 'object' || body === null)
    return refused(-32_600, 'The body must be one message of JSON-RPC 2.0, an object.');
  const request = new Request(ADDRESS, {
    method: 'POST',
    // The response is JSON, whatever the client accepts; the transport requires both formats to be listed.
    headers: {
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      ...Object.fromEntries(
        HEADERS.filter((name) => name in headers).map((name) => [name, String(headers[name])]),
      ),
    },
    signal,
  });
  const isLegacy = await isLegacyRequest(request, body);
  const response = isLegacy
    ? await answerLegacy(request, body, createMcpServer(options))
    : await answerModern(request, body, options);
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : text };
}

/** Protocol versions up to 2025-11-25, which begin with `initialize`; here each message stands alone. */
async function answerLegacy(request: Request, body: unknown, server: Server): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}

/** Protocol version 2026-07-28, whose messages are self-contained. */
async function answerModern(request: Request, body: unknown, options: McpOptions): Promise<Response> {
  // No subscriptions: nothing here changes between requests.
  const handler = createMcpHandler(() => createMcpServer(options), { legacy: 'reject', maxSubscriptions: 0 });
  try {
    return await handler.fetch(request, { parsedBody: body });
  } finally {
    await handler.close();
  }
}

function refused(code: number, message: string): McpReply {
  return { status: 400, body: JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }) };
}
