import { mailAddress } from '../mail/address.ts';
import { addressOf, THIS_MACHINE } from './addresses.ts';

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

const PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 };

/** The server of SMTP_URL; null: it is no such address. @param tls of `smtp:` to another machine */
export function readSmtp(
  text: string,
  tls: 'required' | 'off' = 'required',
): Omit<MailConfig, 'from'> | null {
  const url = addressOf(text, /^smtps?:$/);
  if (url === null || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.search !== '') return null;
  const isHere = THIS_MACHINE.includes(url.hostname);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (PORTS[url.protocol] ?? 0) : Number(url.port),
    tls: url.protocol === 'smtps:' ? 'implicit' : isHere ? 'off' : tls,
    user: url.username === '' ? null : decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

/** `Sightline <reports@example.com>`, or the address alone; null: neither. */
export function readSender(text: string): MailConfig['from'] | null {
  const [, name = '', bracketed] = /^\s*(?:"?([^"<>\r\n]*?)"?\s*<([^<>]+)>|.*)\s*$/.exec(text) ?? [];
  const address = mailAddress(bracketed ?? text);
  return address === null ? null : { name: name.trim(), address };
}
