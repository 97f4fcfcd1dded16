import { isIP } from 'node:net';
import { postgresAddress } from './addresses.ts';
import { readSender, readSmtp } from './mail.ts';
import { isIssuer } from './oidc.ts';

/** The formats of the settings. */
export const FORMATS: Record<string, (text: string) => boolean> = {
  'base-path': (text) => text === '' || /^(\/[\w.~-]+)+$/.test(text),
  cidr: isCidr,
  endpoint: isWebAddress,
  issuer: isIssuer,
  origin: (text) => text === '*' || (URL.canParse(text) && new URL(text).origin === text),
  'postgres-url': (text) => postgresAddress(text) !== null,
  'public-url': (text) => isWebAddress(text) && !/[?#]/.test(text),
  // Names with this prefix need no quotes and stay below Postgres' 63 bytes.
  'role-prefix': (text) => /^[a-z_][a-z0-9_]{0,39}$/.test(text),
  secret: (text) => Buffer.byteLength(text) >= 32,
  sender: (text) => readSender(text) !== null,
  'smtp-url': (text) => readSmtp(text) !== null,
  store: (text) => FOLDER_STORE.test(text) || S3_STORE.test(text),
};

export const FOLDER_STORE = /^file:(?:\/\/)?(\/[^/].*)$/;
export const S3_STORE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/;

/** An address without credentials. */
function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

function isCidr(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
