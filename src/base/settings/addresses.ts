/** To these a connection does not leave the machine, so it needs no TLS. */
export const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/**
 * An address with a user name and a password. A sign in them that is not encoded would end them, and what follows would
 * be read as another host: such an address is none.
 * @param scheme with its colon
 */
export function addressOf(text: string, scheme: RegExp): URL | null {
  const [, start = '', authority = '', rest = ''] = /^([a-z]+:)\/\/([^/?#]*)(.*)$/is.exec(text) ?? [];
  const isOneUser = authority.split('@').length <= 2 && !/[@#]/.test(rest);
  if (!scheme.test(start.toLowerCase()) || !isOneUser || !URL.canParse(text)) return null;
  const url = new URL(text);
  return [url.username, url.password, url.pathname].every(isDecodable) ? url : null;
}

/** The address of a database, with the first of its hosts; null: it is none. */
export function postgresAddress(text: string): URL | null {
  return /:\/\/./.test(text) ? addressOf(text.replace(/,[^/?#@]*/, ''), /^postgres(ql)?:$/) : null;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
