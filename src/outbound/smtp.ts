import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailConfig } from '../base/mail/config.ts';

export interface SmtpMessage {
  /** Without brackets; the same for each try. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/**
 * What became of a message. TAKEN: the server has it. REFUSED: it never takes it for this address (5xx). DEFERRED: not
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

/** What nodemailer adds to an Error. */
interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
  /** The command that was answered so. */
  command?: string;
}

const CONNECT_MS = 10_000;
/** A server may be silent this long: some look a message over before they answer. */
const SILENCE_MS = 60_000;
const MOST_ERROR_CHARACTERS = 300;
/** What the answers to these commands are about is the address, or the message for it. */
const ABOUT_ADDRESS = /^(RCPT TO|DATA)$/;

/**
 * Sends mail over one connection to the operator's SMTP server, which is opened for the first message and kept for the
 * next. The server is the operator's choice and may be at a private address, so addresses are not checked (`Outbound`).
 */
export class SmtpClient implements Disposable {
  readonly #config: MailConfig;
  readonly #timeouts: { connectMs: number; silenceMs: number };
  #connection: SMTPConnection | null = null;

  constructor(config: MailConfig, timeouts = { connectMs: CONNECT_MS, silenceMs: SILENCE_MS }) {
    this.#config = config;
    this.#timeouts = timeouts;
  }

  /** @throws the reason of the signal when that is aborted */
  async send(message: SmtpMessage, signal: AbortSignal): Promise<SmtpOutcome> {
    signal.throwIfAborted();
    const body = await composed(message, this.#config.from);
    const stop = () => this.#drop();
    signal.addEventListener('abort', stop, { once: true });
    let hasBegun = false;
    try {
      const connection = this.#connection ?? (await this.#connect());
      const answered = Promise.withResolvers<string | undefined>();
      connection.once('error', answered.reject);
      // The reason comes a little later where the server gave one.
      connection.once('end', () => setImmediate(() => answered.reject(new Error('Connection closed'))));
      // Read only once the server has asked for the message.
      const stream = Readable.from(
        (async function* () {
          hasBegun = true;
          yield body;
        })(),
      );
      connection.send(
        { from: this.#config.from.address, to: [message.to], size: body.length },
        stream,
        (error, info) => (error ? answered.reject(error) : answered.resolve(info?.response)),
      );
      const response = await answered.promise;
      connection.removeAllListeners('error');
      connection.removeAllListeners('end');
      connection.on('error', stop);
      return { result: 'TAKEN', status: Number(response?.slice(0, 3)) || 250, error: null };
    } catch (error) {
      this.#drop();
      signal.throwIfAborted();
      return outcomeOf(error as SmtpError, hasBegun);
    } finally {
      signal.removeEventListener('abort', stop);
    }
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
function composed({ to, ...message }: SmtpMessage, from: MailConfig['from']): Promise<Buffer> {
  return new MailComposer({
    ...message,
    from,
    to: { name: '', address: to },
    messageId: `<${message.messageId}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

function outcomeOf(error: SmtpError, hasBegun: boolean): SmtpOutcome {
  const { responseCode: status = null, command = '' } = error;
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
  if (code === 'ETLS' || /STARTTLS|TLS/.test(message))
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
