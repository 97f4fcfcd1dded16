import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailConfig } from '../base/settings/mail.ts';

export interface SmtpMessage {
  /** Without brackets; the same for each try. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[];
}

/**
 * The outcome of a message. TAKEN: the server has it. REFUSED: it never takes it for this address (5xx). DEFERRED: not
 * now (4xx). FAILED: the server was not reached, or refuses everything; the address is not to blame. UNANSWERED: all of
 * it was sent, perhaps, and no answer came: the server may have it.
 */
export interface SmtpOutcome {
  result: 'TAKEN' | 'REFUSED' | 'DEFERRED' | 'FAILED' | 'UNANSWERED';
  /** The server's code; null: it gave none. */
  status: number | null;
  /** Null: it was taken. */
  error: string | null;
}

/** The fields that nodemailer adds to an Error. */
interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
  /** The command that was answered so. */
  command?: string;
}

const TIMEOUTS = {
  connectMs: 10_000,
  /** A server may be silent this long: some look a message over before they answer. */
  silenceMs: 60_000,
  /** The whole of one message, the connecting included: a server that answers byte by byte holds nothing up. */
  longestMs: 180_000,
};
const MOST_ERROR_CHARACTERS = 300;
/** Answers to these commands are about the address, or the message for it. */
const ABOUT_ADDRESS = /^(RCPT TO|DATA)$/;

/**
 * Sends mail over one connection to the operator's SMTP server, which is opened for the first message and used again
 * for the next. The server is the operator's choice and may be at a private address, so addresses are not checked
 * (`Outbound`).
 */
export class SmtpClient implements Disposable {
  readonly #config: MailConfig;
  readonly #timeouts: typeof TIMEOUTS;
  #connection: SMTPConnection | null = null;

  constructor(config: MailConfig, timeouts = TIMEOUTS) {
    this.#config = config;
    this.#timeouts = timeouts;
  }

  /** @throws the reason of the signal when that is aborted */
  async send(message: SmtpMessage, leaving: AbortSignal): Promise<SmtpOutcome> {
    leaving.throwIfAborted();
    const body = await composed(message, this.#config.from);
    const signal = AbortSignal.any([leaving, AbortSignal.timeout(this.#timeouts.longestMs)]);
    const given = Promise.withResolvers<never>();
    const giveUp = () => given.reject(Object.assign(new Error('given up'), { code: 'ETIMEDOUT' }));
    signal.addEventListener('abort', giveUp, { once: true });
    let hasBegun = false;
    // Read only once the server has requested the message.
    const stream = Readable.from(
      (async function* () {
        hasBegun = true;
        yield body;
      })(),
    );
    try {
      const response = await Promise.race([this.#exchange(message.to, stream, body.length), given.promise]);
      return { result: 'TAKEN', status: Number(response?.slice(0, 3)) || 250, error: null };
    } catch (error) {
      this.#drop();
      leaving.throwIfAborted();
      return toOutcome(error as SmtpError, hasBegun);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** Sends a message over the connection. @returns the server's answer. @throws the error of nodemailer */
  async #exchange(to: string, stream: Readable, size: number): Promise<string | undefined> {
    const connection = this.#connection ?? (await this.#connect());
    const answered = Promise.withResolvers<string | undefined>();
    connection.once('error', answered.reject);
    // The reason comes a little later where the server gave one.
    connection.once('end', () => setImmediate(() => answered.reject(new Error('Connection closed'))));
    connection.send({ from: this.#config.from.address, to: [to], size }, stream, (error, info) =>
      error ? answered.reject(error) : answered.resolve(info?.response),
    );
    const response = await answered.promise;
    connection.removeAllListeners('error');
    connection.removeAllListeners('end');
    connection.on('error', () => this.#drop());
    connection.on('end', () => this.#drop());
    return response;
  }

  [Symbol.dispose](): void {
    this.#connection?.quit();
    const left = this.#connection;
    this.#connection = null;
    // A server that does not answer QUIT holds nothing up.
    if (left) setTimeout(() => left.close(), this.#timeouts.connectMs).unref();
  }

  /** @throws the error of nodemailer */
  async #connect(): Promise<SMTPConnection> {
    const { host, port, tls, user, password } = this.#config;
    const { connectMs, silenceMs } = this.#timeouts;
    const connection = new SMTPConnection({
      host,
      port,
      secure: tls === 'implicit',
      requireTLS: tls === 'required',
      ignoreTLS: tls === 'off',
      tls: { minVersion: 'TLSv1.2' },
      // An operator's server may be reached by an internal interface alone.
      allowInternalNetworkInterfaces: true,
      connectionTimeout: connectMs,
      dnsTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silenceMs,
      // A connection that is given up is not waited for.
      socketCloseTimeout: 0,
    });
    this.#connection = connection;
    await new Promise<void>((done, failed) => {
      connection.once('error', failed);
      connection.connect((error) => (error ? failed(error) : done()));
    });
    if (user !== null)
      await new Promise<void>((done, failed) => {
        connection.once('error', failed);
        connection.login({ credentials: { user, pass: password } }, (error) =>
          error ? failed(error) : done(),
        );
      });
    connection.removeAllListeners('error');
    return connection;
  }

  #drop(): void {
    const connection = this.#connection;
    this.#connection = null;
    if (!connection) return;
    // It may report its end as an error that nobody waits for any more.
    connection.removeAllListeners('error');
    connection.on('error', () => {});
    connection.close();
  }
}

/** The bytes of a message. Header values are encoded and folded, so that no name in them begins another header. */
function composed(
  { to, attachments = [], ...message }: SmtpMessage,
  from: MailConfig['from'],
): Promise<Buffer> {
  return new MailComposer({
    ...message,
    attachments: [...attachments],
    from,
    to: { name: '', address: to },
    messageId: `<${message.messageId}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

function toOutcome(error: SmtpError, hasBegun: boolean): SmtpOutcome {
  const { responseCode, command = '', code } = error;
  // Not the answer to a command of ours, but to the wish for TLS.
  const status = code === 'ETLS' || command === 'STARTTLS' ? null : (responseCode ?? null);
  if (status !== null && ABOUT_ADDRESS.test(command) && status !== 421 && status !== 452) {
    const result = status >= 500 ? 'REFUSED' : 'DEFERRED';
    return { result, status, error: `The server refused it: ${plain(error.response ?? `${status}`)}` };
  }
  if (status !== null)
    return { result: 'FAILED', status, error: `The mail server says: ${plain(error.response ?? '')}` };
  if (hasBegun)
    return {
      result: 'UNANSWERED',
      status,
      error: 'The connection ended before the server answered; it may have the mail.',
    };
  return { result: 'FAILED', status, error: reasonOf(error) };
}

/** The reason in words of ours: nodemailer's messages hold addresses, and what a server said. */
function reasonOf({ code, message }: SmtpError): string {
  if (code === 'EDNS') return 'The host name of the mail server does not resolve.';
  if (code === 'ETIMEDOUT') return 'The mail server does not answer in time.';
  if (code === 'ETLS' || /TLS/.test(message))
    return 'A secure connection to the mail server could not be made.';
  if (code === 'EAUTH') return 'The mail server refuses the user or the password of SMTP_URL.';
  if (code === 'EENVELOPE') return 'The mail server cannot take this address.';
  return 'The mail server cannot be reached.';
}

function plain(text: string): string {
  return text
    .replaceAll(/[\x00-\x1f\x7f]+/g, ' ')
    .trim()
    .slice(0, MOST_ERROR_CHARACTERS);
}
