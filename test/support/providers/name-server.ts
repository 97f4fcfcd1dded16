import { createSocket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import type { AddressInfo } from 'node:net';

const A = 1;
const TXT = 16;

/** A DNS server of our own: says for each question what its turn is. */
export interface NameServer {
  /** Asks this server. */
  resolver: dns.Resolver;
  /** Questions for IPv4 addresses so far, a name each. */
  questions: string[];
  close(): void;
}

/**
 * @param addresses the IPv4 addresses of a name the nth time (from 0) it is asked for; null: it says nothing
 * @param texts the texts of its TXT records, shorter than 256 bytes; null: it says nothing
 */
export async function startNameServer(
  addresses: (name: string, nth: number) => string[] | null,
  texts: (name: string) => string[] | null = () => [],
): Promise<NameServer> {
  const questions: string[] = [];
  const socket = createSocket('udp4', (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const name = labels.join('.').toLowerCase();
    const question = query.subarray(12, at + 5);
    const type = query.readUInt16BE(at + 1);
    let found: string[] | null = type === TXT ? texts(name) : [];
    if (type === A) {
      found = addresses(name, questions.filter((asked) => asked === name).length);
      questions.push(name);
    }
    if (found === null) return;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8580, 2); // an answer, authoritative, without error
    header.writeUInt16BE(found.length, 6);
    header.writeUInt16BE(0, 8);
    header.writeUInt16BE(0, 10);
    // The name by a pointer to the question, its type, class IN, no time to live, the length, and the address or text.
    const answers = found.map((one) => {
      const data = type === A ? one.split('.').map(Number) : [one.length, ...Buffer.from(one)];
      return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length, ...data]);
    });
    socket.send(Buffer.concat([header, question, ...answers]), port, address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  const resolver = new dns.Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`]);
  return { resolver, questions, close: () => socket.close() };
}
