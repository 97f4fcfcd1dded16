import { promises as dns, type LookupAddress, lookup } from 'node:dns';
import { isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net';

interface Range {
  prefix: Uint8Array;
  bits: number;
}

interface RefusedRange extends Range {
  name: string;
  /** The byte at which an address of this range embeds an IPv4 address, and whether its bits are inverted. */
  carriesAt: number | undefined;
  isInverted: boolean;
}

/** Ranges that no outgoing request may reach (IANA's special-purpose registries), narrower ones before wider ones. */
const REFUSED: readonly RefusedRange[] = [
  refusedRange('0.0.0.0/8', 'an unspecified address'),
  refusedRange('10.0.0.0/8', 'a private address'),
  refusedRange('100.64.0.0/10', 'a carrier-grade NAT address'),
  refusedRange('127.0.0.0/8', 'a loopback address'),
  refusedRange('168.63.129.16/32', "a cloud platform's own address"),
  refusedRange('169.254.0.0/16', 'a link-local address'),
  refusedRange('172.16.0.0/12', 'a private address'),
  refusedRange('192.0.0.0/24', 'a reserved address'),
  refusedRange('192.0.2.0/24', 'a documentation address'),
  refusedRange('192.88.99.0/24', 'a 6to4 relay'),
  refusedRange('192.168.0.0/16', 'a private address'),
  refusedRange('198.18.0.0/15', 'a benchmarking address'),
  refusedRange('198.51.100.0/24', 'a documentation address'),
  refusedRange('203.0.113.0/24', 'a documentation address'),
  refusedRange('224.0.0.0/4', 'a multicast address'),
  refusedRange('240.0.0.0/4', 'a reserved address'),
  refusedRange('::/128', 'an unspecified address'),
  refusedRange('::1/128', 'a loopback address'),
  refusedRange('::ffff:0:0/96', 'an IPv4-mapped address', 12),
  refusedRange('::ffff:0:0:0/96', 'an IPv4-translated address', 12),
  refusedRange('::/96', 'an IPv4-compatible address', 12),
  refusedRange('64:ff9b::/96', 'a NAT64 address', 12),
  refusedRange('64:ff9b:1::/48', 'a NAT64 address'),
  refusedRange('100::/64', 'a discard address'),
  refusedRange('2001::/32', 'a Teredo address', 12, true),
  refusedRange('2001::/23', 'a reserved address'),
  refusedRange('2001:db8::/32', 'a documentation address'),
  refusedRange('2002::/16', 'a 6to4 address', 2),
  refusedRange('3fff::/20', 'a documentation address'),
  refusedRange('fc00::/7', 'a private address'),
  refusedRange('fe80::/10', 'a link-local address'),
  refusedRange('fec0::/10', 'a private address'),
  refusedRange('ff00::/8', 'a multicast address'),
];
/** The part of IPv6 assigned for public addresses. */
const GLOBAL_UNICAST = parseRange('2000::/3');
const LOOPBACK = [parseRange('127.0.0.0/8'), parseRange('::1/128')];

/** Names of this machine or the local network, including their subdomains. */
const LOOPBACK_NAMES = ['localhost', 'localdomain', 'ip6-localhost', 'ip6-loopback'];
const NETWORK_NAMES = ['local', 'internal', 'intranet', 'private', 'lan', 'corp', 'home', 'home.arpa'];

/** How long each of two attempts to resolve a name may take. */
const RESOLVE_TIMEOUT_MS = 2_000;

/** The error code of a refusal by `Outbound.lookup`. */
export const REFUSED_ADDRESS = 'REFUSED_ADDRESS';

/**
 * The addresses and URLs that outgoing requests may reach: public ones, and the operator's ranges (OUTBOUND_ALLOW). A
 * customer's URL is checked when it is set, and again at each connection.
 */
export class Outbound {
  readonly #allowed: readonly Range[];
  readonly #resolver: dns.Resolver;

  /**
   * @param allow addresses and CIDR ranges that may be reached besides public ones
   * @param resolver queries name servers, by default those of this machine
   */
  constructor(
    allow: readonly string[],
    resolver: dns.Resolver = new dns.Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 2 }),
  ) {
    this.#allowed = allow.map(parseRange);
    this.#resolver = resolver;
  }

  /** Why an IP address may not be connected to, as a noun phrase: `a loopback address`. Null: it may. */
  addressRefusal(address: string): string | null {
    const bytes = parseAddress(address);
    return bytes === null ? 'no plain IP address' : this.#refusal(bytes);
  }

  /**
   * Why a URL may not be called, a sentence without its subject: `must be at a public address: …`. Null: it may, as far
   * as can be known without resolving its name.
   */
  urlRefusal(text: string): string | null {
    const [, authority = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(text) ?? [];
    if (authority === '' || /[\s\\\x00-\x1f\x7f]/.test(text) || !URL.canParse(text))
      return 'must be an absolute URL, such as https://hooks.example.com/sightline.';
    const { protocol, hostname } = new URL(text);
    if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with https:// or http://.';
    if (authority.includes('@')) return 'must have no user name or password in it.';
    const host = hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) === 0) return this.#nameRefusal(host.replace(/\.$/, ''));
    const refusal = this.addressRefusal(host);
    if (refusal !== null) return `must be at a public address: ${host} is ${refusal}.`;
    // The parser also accepts 134744072, 0x8.8 and full-width digits as addresses, but no honest URL has them.
    const isOdd = isIPv4(host) && authority.replace(/:\d*$/, '') !== host;
    return isOdd ? `must have its address written as ${host}.` : null;
  }

  /**
   * Resolves names for node:http and node:https, leaving out refused addresses; fails with REFUSED_ADDRESS if none
   * remains. Node does not call it for a URL with an address: urlRefusal checks those.
   */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    const finish = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
      if (error) return callback(error, []);
      const [first] = found;
      if (!first) return callback(unresolved(hostname, dns.NODATA), []);
      const allowed = found.filter(({ address }) => this.addressRefusal(address) === null);
      const [chosen] = allowed;
      if (!chosen) {
        const message = `${hostname} resolves to ${this.addressRefusal(first.address)}`;
        return callback(Object.assign(new Error(message), { code: REFUSED_ADDRESS }), []);
      }
      if (options.all) callback(null, allowed);
      else callback(null, chosen.address, chosen.family);
    };
    this.#resolve(hostname).then(
      (found) => finish(null, found),
      (error) => {
        // Names unknown to DNS (from the hosts file, or below a search domain) are local: they matter only if the
        // operator has allowed local addresses.
        if (this.#allowed.length === 0 || error.code === dns.TIMEOUT)
          finish(unresolved(hostname, error.code), []);
        else lookup(hostname, { ...options, all: true }, finish);
      },
    );
  };

  /** The texts of a name's TXT records; none where DNS has none, or gives no answer in time. */
  async texts(name: string): Promise<string[]> {
    const records = await this.#resolver.resolveTxt(name).catch(() => []);
    return records.map((parts) => parts.join(''));
  }

  /**
   * The addresses of a name by DNS. getaddrinfo would wait in a thread of libuv's pool, which DuckDB and the file
   * system share: a few names with unresponsive servers would block them all.
   */
  async #resolve(name: string): Promise<LookupAddress[]> {
    const [v4, v6] = await Promise.allSettled([this.#resolver.resolve4(name), this.#resolver.resolve6(name)]);
    const found = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length === 0 && v4.status === 'rejected') throw v4.reason;
    return found;
  }

  /** Refuses local names, unless the operator has allowed addresses that they may resolve to. */
  #nameRefusal(name: string): string | null {
    if (name.split('.').includes('')) return 'must have a valid host name.';
    const isAmong = (parents: string[]) =>
      parents.some((parent) => name === parent || name.endsWith(`.${parent}`));
    const isLoopback = (range: Range) => LOOPBACK.some((loopback) => isWithin(range.prefix, loopback));
    const isRefused =
      (isAmong(LOOPBACK_NAMES) && !this.#allowed.some(isLoopback)) ||
      (isAmong(NETWORK_NAMES) && this.#allowed.every(isLoopback));
    return isRefused ? `must be at a public address: ${name} is a name of the local network.` : null;
  }

  #refusal(address: Uint8Array): string | null {
    const isAllowed = this.#isAllowed(address);
    const range = REFUSED.find((refused) => isWithin(address, refused));
    if (range?.carriesAt !== undefined) {
      const carried = address
        .slice(range.carriesAt, range.carriesAt + 4)
        .map((byte) => (range.isInverted ? byte ^ 0xff : byte));
      // Allowing NAT64 allows the public Internet through it, not this machine.
      if (isAllowed) return this.#refusal(carried);
      return range.name === 'an IPv4-mapped address' && this.#isAllowed(carried) ? null : range.name;
    }
    if (isAllowed) return null;
    if (range) return range.name;
    return address.length === 16 && !isWithin(address, GLOBAL_UNICAST) ? 'a reserved address' : null;
  }

  #isAllowed(address: Uint8Array): boolean {
    return this.#allowed.some((range) => isWithin(address, range));
  }
}

/** The error with getaddrinfo's codes: an ECONNREFUSED of DNS is from the name server, not the target. */
function unresolved(hostname: string, code: string | undefined): NodeJS.ErrnoException {
  const isUnknown = code === dns.NOTFOUND || code === dns.NODATA;
  return Object.assign(new Error(`${hostname} does not resolve`), {
    code: isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN',
  });
}

function refusedRange(cidr: string, name: string, carriesAt?: number, isInverted = false): RefusedRange {
  return { ...parseRange(cidr), name, carriesAt, isInverted };
}

/** @throws for anything but an address or CIDR range */
function parseRange(cidr: string): Range {
  const [address = '', bits] = cidr.split('/');
  const prefix = parseAddress(address);
  if (prefix === null) throw new Error(`${cidr} is no address or range`);
  return { prefix, bits: bits === undefined ? prefix.length * 8 : Number(bits) };
}

/** The 4 or 16 bytes of an IP address; null for anything else, or an address with a zone. */
export function parseAddress(text: string): Uint8Array | null {
  if (isIPv4(text)) return Uint8Array.from(text.split('.'), Number);
  if (!isIPv6(text) || text.includes('%')) return null;
  const dotted = /[\d.]+$/.exec(text)?.[0] ?? '';
  const [a = 0, b = 0, c = 0, d = 0] = isIPv4(dotted) ? dotted.split('.').map(Number) : [];
  const hex = isIPv4(dotted)
    ? `${text.slice(0, -dotted.length)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
    : text;
  const [head = [], tail = []] = hex.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}

function isWithin(address: Uint8Array, { prefix, bits }: Range): boolean {
  if (address.length !== prefix.length) return false;
  return prefix.every((byte, index) => {
    const mask = 0xff00 >> Math.min(8, Math.max(0, bits - index * 8));
    return ((address[index]! ^ byte) & mask & 0xff) === 0;
  });
}
