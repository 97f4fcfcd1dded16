import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { ApiPlatform } from '../../../src/platforms/apis.ts';
import {
  asJsonAnswer,
  failureBody,
  type PlatformReply,
  SUCCESSES,
  withoutSearch,
} from './platform-replies.ts';

/** A prompt as it arrived. */
export interface PlatformRequest {
  platform: ApiPlatform;
  /** Below the platform's base URL. */
  path: string;
  apiKey: string;
  /** The model that was asked for. */
  model: string;
  prompt: string;
  /** What stands before the prompt as the platform's instructions; '': nothing. */
  instructions: string;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any platform's protocol
  body: any;
  /** Which request this is of its prompt on its platform, from 1. */
  attempt: number;
}

/** How a request goes. */
export type Behaviour =
  | { kind: 'ok'; delayMs?: number }
  /** An answer of its own: the platform's protocol, or not. */
  | { kind: 'body'; body: object | string; contentType?: string }
  | {
      kind: 'status';
      status: number;
      message?: string;
      headers?: Record<string, string>;
      body?: object | string;
    }
  | { kind: 'redirect'; location: string }
  /** HTML, with 200. */
  | { kind: 'garbage' }
  /** The connection ends within the answer. */
  | { kind: 'cut off' }
  /** The connection ends before the answer. */
  | { kind: 'reset' }
  /** Nothing more comes: not even a head, or after half of the answer. */
  | { kind: 'hang'; afterHalf?: boolean }
  /** An answer without end. */
  | { kind: 'endless' };

export interface PlatformServer {
  port: number;
  /** What an integration of the platform has for its baseUrl. */
  baseUrl(platform: ApiPlatform): string;
  /** Connections that were made, whatever came of them. */
  connections: number;
  /** All prompts that arrived, in order. */
  requests: PlatformRequest[];
  /** How requests go from now on; 'ok' at the start. */
  behave: (request: PlatformRequest) => Behaviour;
  /** What is answered from now on; parts left out are as at the start. */
  answer: (request: PlatformRequest) => Partial<PlatformReply>;
  /** Changes the body of an answer that is ok, for what only one protocol has. */
  // biome-ignore lint/suspicious/noExplicitAny: the body of any platform's protocol
  edit: (body: any) => void;
  /** Forgets the requests, and behaves and answers as at the start. */
  reset(): void;
  close(): Promise<void>;
}

const PLATFORMS = Object.keys(SUCCESSES) as ApiPlatform[];

/** A server on loopback that speaks the protocols of all platforms, each below a path of its own. */
export async function startPlatformServer({ port = 0 }: { port?: number } = {}): Promise<PlatformServer> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ok = (): Behaviour => ({ kind: 'ok' });
  const platformServer: PlatformServer = {
    port: (server.address() as AddressInfo).port,
    baseUrl: (platform) => `${origin}/${platform.toLowerCase()}/v1`,
    connections: 0,
    requests: [],
    behave: ok,
    answer: () => ({}),
    edit: () => {},
    reset() {
      platformServer.connections = 0;
      platformServer.requests = [];
      platformServer.behave = ok;
      platformServer.answer = () => ({});
      platformServer.edit = () => {};
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  server.on('connection', () => {
    platformServer.connections += 1;
  });
  return platformServer;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '';
    const [, redirected] = /^\/grounding-api-redirect\/(.+)$/.exec(url) ?? [];
    if (redirected !== undefined) {
      response.writeHead(302, { location: Buffer.from(redirected, 'base64url').toString() }).end();
      return;
    }
    const [, prefix = '', path = ''] = /^\/([a-z]+)\/v1(\/.*)$/.exec(url) ?? [];
    const platform = PLATFORMS.find((some) => some.toLowerCase() === prefix);
    if (platform === undefined) {
      response.writeHead(404).end();
      return;
    }
    // What integrations are checked by.
    if (request.method !== 'POST') return sendJson(response, 200, { data: [] });
    const body = JSON.parse(await readText(request));
    const prompt = promptIn(platform, body);
    const earlier = platformServer.requests.filter(
      (some) => some.platform === platform && some.prompt === prompt,
    );
    const asked: PlatformRequest = {
      platform,
      path,
      apiKey: keyIn(request),
      model: body.model ?? /\/models\/([^:]+):/.exec(path)?.[1] ?? '',
      prompt,
      instructions: instructionsIn(platform, body),
      body,
      attempt: earlier.length + 1,
    };
    platformServer.requests.push(asked);
    await behave(platformServer.behave(asked), asked, response);
  }

  async function behave(
    behaviour: Behaviour,
    asked: PlatformRequest,
    response: ServerResponse,
  ): Promise<void> {
    switch (behaviour.kind) {
      case 'ok':
        if (behaviour.delayMs) await new Promise((done) => setTimeout(done, behaviour.delayMs));
        return sendJson(response, 200, success(asked));
      case 'body':
        return send(response, 200, behaviour.body, {
          'content-type': behaviour.contentType ?? 'application/json',
        });
      case 'status': {
        const { status, message = 'Said by the platform.', headers = {} } = behaviour;
        const body = behaviour.body ?? failureBody(asked.platform, status, message);
        return send(response, status, body, { 'content-type': 'application/json', ...headers });
      }
      case 'redirect':
        response.writeHead(307, { location: behaviour.location }).end();
        return;
      case 'garbage':
        return send(response, 200, '<html><title>Welcome</title></html>', { 'content-type': 'text/html' });
      case 'reset':
        response.destroy();
        return;
      case 'cut off':
        await sendHalf(asked, response);
        response.destroy();
        return;
      case 'hang':
        if (behaviour.afterHalf) await sendHalf(asked, response);
        return;
      case 'endless': {
        response.writeHead(200, { 'content-type': 'application/json' });
        const more = () => {
          while (response.write(' '.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      }
    }
  }

  function success(asked: PlatformRequest): object {
    const body = SUCCESSES[asked.platform]({
      text: `Asked “${asked.prompt}”, most would name Lumenfold first, then Gleamwell.`,
      citations: [
        { url: 'https://reviews.example/best-reading-lamps', title: 'Best reading lamps' },
        { url: 'https://lumenfold.example/', title: 'Lumenfold' },
      ],
      model: asked.model,
      inputTokens: 1_000,
      outputTokens: 200,
      ...platformServer.answer(asked),
      prompt: asked.prompt,
      origin,
    });
    if (asked.instructions !== '') asJsonAnswer(asked.platform, body, asked.body);
    else if (!isSearchOnOffer(asked)) withoutSearch(asked.platform, body);
    platformServer.edit(body);
    return body;
  }

  async function sendHalf(asked: PlatformRequest, response: ServerResponse): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(success(asked)));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
    await new Promise<void>((done) => response.write(bytes.subarray(0, bytes.length / 2), () => done()));
  }
}

function isSearchOnOffer({ platform, body }: PlatformRequest): boolean {
  return platform === 'PERPLEXITY' ? body.disable_search !== true : body.tools !== undefined;
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  send(response, status, body, { 'content-type': 'application/json' });
}

function send(
  response: ServerResponse,
  status: number,
  body: object | string,
  headers: Record<string, string>,
): void {
  response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
}

function keyIn({ headers }: IncomingMessage): string {
  const bearer = headers.authorization?.replace(/^Bearer /, '');
  return bearer ?? String(headers['x-api-key'] ?? headers['x-goog-api-key'] ?? '');
}

/** The text of the one message of a user. */
// biome-ignore lint/suspicious/noExplicitAny: the body of any platform's protocol
function promptIn(platform: ApiPlatform, body: any): string {
  if (platform === 'GEMINI') return body.contents[0].parts[0].text;
  if (typeof body.inputs === 'string') return body.inputs;
  const messages = body.input ?? body.messages;
  const { content } = messages.find(({ role }: { role: string }) => role === 'user');
  return typeof content === 'string' ? content : content[0].text;
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function instructionsIn(platform: ApiPlatform, body: any): string {
  if (platform === 'GEMINI') return body.systemInstruction?.parts[0].text ?? '';
  if (platform === 'CLAUDE') return body.system?.[0].text ?? '';
  if (typeof body.inputs === 'string') return '';
  const messages = body.input ?? body.messages;
  return messages
    .filter(({ role }: { role: string }) => role !== 'user')
    .map(({ content }: { content: string }) => content)
    .join('\n');
}
