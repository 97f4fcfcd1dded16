import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { withApp } from '../callers/organisation.ts';
import { forFile } from '../for-file.ts';
import type { TestApp } from '../server/app.ts';

/** A mail that the server has taken. */
export interface Mail {
  from: string;
  to: string[];
  /** The message as it came, but with headers in one line each. */
  raw: string;
  headers: Map<string, string>;
  /** The text part, decoded. */
  text: string;
  html: string;
}

/** What the server answers; an error with `responseCode` is a refusal. */
export interface Answers {
  recipient?: (address: string) => Error | null;
  /** Called when all of a message has come; may wait, or end the connection. */
  message?: (mail: Mail, connection: { destroy(): void }) => Promise<Error | null> | Error | null;
  /** The next connection is cut when the client has sent so many bytes, the commands included. */
  cutAfter?: number | undefined;
}

export interface MailServer {
  url: string;
  port: number;
  taken: Mail[];
  /** Mails that came, those refused or cut off afterwards too. */
  came: Mail[];
  answers: Answers;
  /** Messages taken for an address. */
  to(address: string): Mail[];
  close(): Promise<void>;
}

export function refusal(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

/** Starts a mail server, and a server that sends its mails by it. */
export async function withMail(
  variables: Record<string, string> = {},
): Promise<{ server: MailServer; app: TestApp }> {
  const server = await forFile(startMailServer());
  const app = await withApp({
    SMTP_URL: server.url,
    MAIL_FROM: 'Sightline <reports@sightline.example>',
    PUBLIC_URL: 'https://reports.example',
    ...variables,
  });
  return { server, app };
}

/** A real SMTP server on a port of its own. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const taken: Mail[] = [];
  const came: Mail[] = [];
  const answers: Answers = {};
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // Connections that clients keep are not waited for.
    closeTimeout: 200,
    logger: false,
    onRcptTo({ address }, _session, done) {
      done(answers.recipient?.(address) ?? null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      const connection = { destroy: () => socketOf(server, session.id)?.destroy() };
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
      });
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = parsed(
          Buffer.concat(chunks).toString('utf8'),
          mailFrom === false ? '' : mailFrom.address,
          rcptTo.map(({ address }) => address),
        );
        came.push(mail);
        const error = (await answers.message?.(mail, connection)) ?? null;
        if (!error) taken.push(mail);
        done(error);
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const front = await startFront((server.server.address() as AddressInfo).port, answers);
  const { port } = front.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    taken,
    came,
    answers,
    to: (address) => taken.filter((mail) => mail.to.includes(address)),
    close: async () => {
      front.close();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

/** Stands before the server, to cut connections where it says. */
async function startFront(to: number, answers: Answers): Promise<Server> {
  const front = createServer((client) => {
    let left = answers.cutAfter ?? Number.POSITIVE_INFINITY;
    answers.cutAfter = undefined;
    const upstream = connect(to, '127.0.0.1');
    client.on('data', (chunk: Buffer) => {
      upstream.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) for (const socket of [client, upstream]) socket.destroy();
    });
    upstream.on('data', (chunk: Buffer) => client.write(chunk));
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  return front;
}

function socketOf(server: SMTPServer, id: string): { destroy(): void } | undefined {
  const { connections } = server as unknown as {
    connections: Set<{ id: string; _socket: { destroy(): void } }>;
  };
  return [...connections].find((connection) => connection.id === id)?._socket;
}

function parsed(raw: string, from: string, to: string[]): Mail {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ');
  const headers = new Map(
    unfolded.split('\r\n').map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), decodedWords(line.slice(at + 1).trim())];
    }),
  );
  // The texts of a mail with a file are a part with parts of its own.
  const boundaries = [...raw.matchAll(/boundary="([^"]+)"/g)].map(([, name = '']) => `--${name}`);
  const parts = boundaries.reduce(
    (all, boundary) => all.flatMap((one) => one.split(boundary)),
    [rest.join('\r\n\r\n')],
  );
  const part = (type: string) =>
    decodedPart(parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? '');
  return {
    from,
    to,
    raw: `${unfolded}\r\n\r\n${rest.join('\r\n\r\n')}`,
    headers,
    text: part('text/plain'),
    html: part('text/html'),
  };
}

function decodedPart(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/quoted-printable/i.test(head)) return fromQuoted(body.replaceAll('=\r\n', ''));
  return /base64/i.test(head) ? Buffer.from(body, 'base64').toString('utf8') : body;
}

function fromQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** RFC 2047. */
function decodedWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : fromQuoted(text.replaceAll('_', ' ')),
    );
}
