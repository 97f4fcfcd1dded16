import { mailAddress } from './address.ts';

/** The SMTP server that mail is sent by. */
export interface MailConfig {
  host: string;
  port: number;
  /** implicit: TLS from the first byte. required: by STARTTLS, or nothing is sent. off: none. */
  tls: 'implicit' | 'required' | 'off';
  user: string | null;
  password: string;
  /** The sender: its name, '' for none, and its address. */
  from: { name: string; address: string };
}

interface Variables {
  smtpUrl: string | undefined;
  from: string | undefined;
  publicUrl: string | undefined;
  tls: 'required' | 'off';
}

/** To these a connection does not leave the machine, so it needs no TLS. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];
const PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 };

/** Reads the settings of mail. @param problems gets the problems found; none names the password */
export function readMail(
  { smtpUrl, from, publicUrl, tls }: Variables,
  problems: string[],
): { publicUrl: string | null; mail: MailConfig | null } {
  const address = publicUrl === undefined ? null : readPublicUrl(publicUrl, problems);
  if (smtpUrl === undefined) {
    if (from !== undefined) problems.push('MAIL_FROM needs SMTP_URL, the server that mail is sent by');
    return { publicUrl: address, mail: null };
  }
  // Links in mails must not follow the Host header of a request, which its sender chooses.
  if (publicUrl === undefined)
    problems.push(
      'PUBLIC_URL is required with SMTP_URL: links in mails lead there, as https://reports.example',
    );
  const sender = readSender(from, problems);
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : null;
  const defaultPort = PORTS[url?.protocol ?? ''];
  if (
    url === null ||
    defaultPort === undefined ||
    url.hostname === '' ||
    !/^\/?$/.test(url.pathname) ||
    url.search !== ''
  ) {
    problems.push('SMTP_URL must be smtp://user:password@host:587 or smtps://user:password@host:465');
    return { publicUrl: address, mail: null };
  }
  const isHere = THIS_MACHINE.includes(url.hostname);
  const mail: MailConfig = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPort : Number(url.port),
    tls: url.protocol === 'smtps:' ? 'implicit' : isHere ? 'off' : tls,
    user: url.username === '' ? null : decoded(url.username),
    password: decoded(url.password),
    from: sender,
  };
  return { publicUrl: address, mail };
}

function readPublicUrl(text: string, problems: string[]): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.search === '' &&
    url.hash === '';
  if (!isPlain) {
    problems.push(
      `PUBLIC_URL must be the address at which people reach the server, as https://reports.example`,
    );
    return null;
  }
  return url.href.replace(/\/+$/, '');
}

/** `Sightline <reports@example.com>`, or the address alone. */
function readSender(text: string | undefined, problems: string[]): MailConfig['from'] {
  if (text === undefined) {
    problems.push('MAIL_FROM is required with SMTP_URL: the sender, as Sightline <reports@example.com>');
    return { name: '', address: '' };
  }
  const [, name = '', bracketed] = /^\s*(?:"?([^"<>\r\n]*?)"?\s*<([^<>]+)>|.*)\s*$/.exec(text) ?? [];
  const address = mailAddress(bracketed ?? text);
  if (address === null)
    problems.push(
      'MAIL_FROM must be an address, or a name and an address, as Sightline <reports@example.com>',
    );
  return { name: name.trim(), address: address ?? '' };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
