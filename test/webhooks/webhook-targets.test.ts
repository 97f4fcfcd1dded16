import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import type { OrgId } from '../../src/base/ids.ts';
import { Outbound } from '../../src/outbound/addresses.ts';
import { forFile } from '../support/for-file.ts';
import { startNameServer } from '../support/providers/name-server.ts';
import { startReceiver } from '../support/providers/receiver.ts';
import { startSender } from '../support/providers/sender.ts';
import { until } from '../support/server/app.ts';

/** Stands for the Internet: the only address that may be connected to. */
const OUTSIDE = '127.0.0.2';
const INSIDE = '127.0.0.1';
const isLinux = process.platform === 'linux'; // elsewhere 127.0.0.2 is no address of the machine

let insideConnections = 0;

/** What the name servers of customers say. */
const ZONES: Record<string, (nth: number) => string[] | null> = {
  'steady.example': () => [OUTSIDE],
  'rebinds.example': (nth) => [nth === 0 ? OUTSIDE : INSIDE],
  'flips.example': (nth) => [nth % 2 === 0 ? OUTSIDE : INSIDE],
  'inside.example': () => [INSIDE],
  'metadata.example': () => ['169.254.169.254'],
  'both.example': () => [INSIDE, OUTSIDE, '10.0.0.1'],
  'silent.example': () => null,
  'empty.example': () => [],
};

const names = await forFile(
  startNameServer((name, nth) => ZONES[name]?.(nth) ?? (name in ZONES ? null : [])),
);
const outside = await forFile(startReceiver(undefined, isLinux ? OUTSIDE : INSIDE));
const port = Number(new URL(outside.url).port);
/** On the same port as `outside`. */
const inside = await forFile(
  createServer((socket) => {
    insideConnections += 1;
    socket.destroy();
  }),
);
if (isLinux) await new Promise<void>((done) => inside.listen(port, INSIDE, done));
const sender = await forFile(startSender({ outbound: new Outbound([`${OUTSIDE}/32`], names.resolver) }));

/** A webhook whose URL was changed behind the back of the check at creation. */
async function webhookAt(url: string): Promise<{ org: OrgId; id: string }> {
  const org = await sender.organisation();
  const { id } = await sender.webhook(org, 'https://hooks.example.com/');
  await sender.db.tenant(
    org,
    (tx) => tx`update webhooks set url = ${url} where org_id = ${org} and id = ${id}`,
  );
  return { org, id };
}

/** What became of the first try to tell it of an event. */
async function tell({ org, id }: { org: OrgId; id: string }) {
  const known = (await sender.deliveries(org, id)).length;
  await sender.tell(org);
  await until(async () => (await sender.deliveries(org, id))[known]?.tries === 1);
  const [attempt] = await sender.attempts(org, (await sender.deliveries(org, id))[known]!.id);
  return attempt!;
}

test('an address inside is refused at connect time, however it is written', async () => {
  const targets: [string, RegExp][] = [
    [`http://127.0.0.1:${port}/`, /loopback/],
    [`http://2130706433:${port}/`, /loopback/],
    [`http://0x7f.1:${port}/`, /loopback/],
    [`http://017700000001:${port}/`, /loopback/],
    [`http://127.1:${port}/`, /loopback/],
    [`http://0:${port}/`, /unspecified/],
    [`http://１２７.0.0.1:${port}/`, /loopback/],
    [`http://[::1]:${port}/`, /loopback/],
    [`http://[::ffff:127.0.0.1]:${port}/`, /IPv4-mapped/],
    [`http://[::7f00:1]:${port}/`, /IPv4-compatible/],
    [`http://[64:ff9b::7f00:1]:${port}/`, /NAT64/],
    [`http://169.254.169.254:${port}/`, /link-local/],
    [`http://[fe80::1]:${port}/`, /link-local/],
    [`http://10.0.0.7:${port}/`, /private/],
    [`http://[fd00::7]:${port}/`, /private/],
    [`http://localhost:${port}/`, /localhost resolves to a loopback address/],
    [`http://user:pass@steady.example:${port}/`, /user name or password/],
    [`ftp://steady.example:${port}/`, /https:\/\/ or http:\/\//],
    ['file:///etc/passwd', /absolute URL/],
    [`http://inside.example:${port}/`, /inside.example resolves to a loopback address/],
    [`https://inside.example:${port}/`, /inside.example resolves to a loopback address/],
    [`http://metadata.example:${port}/`, /link-local/],
    [`http://empty.example:${port}/`, /does not resolve/],
    [`http://silent.example:${port}/`, /does not resolve/],
  ];
  await Promise.all(
    targets.map(async ([url, reason]) => {
      const { error, status } = await tell(await webhookAt(url));
      assert.match(error ?? '', reason, url);
      assert.equal(status, null, url);
    }),
  );
  assert.equal(insideConnections, 0);
  assert.equal(outside.connections(), 0);
});

test('DNS rebinding leads to no connection inside', { skip: !isLinux }, async () => {
  assert.equal((await tell(await webhookAt(`http://steady.example:${port}/steady`))).status, 204);
  // A name of which some addresses are inside is sent to by the others.
  assert.equal((await tell(await webhookAt(`http://both.example:${port}/both`))).status, 204);

  // Outside when it is asked for first, inside from then on.
  const rebinds = await webhookAt(`http://rebinds.example:${port}/rebinds`);
  assert.equal((await tell(rebinds)).status, 204);
  for (let n = 0; n < 3; n += 1)
    assert.equal(
      (await tell(rebinds)).error,
      'It may not be reached: rebinds.example resolves to a loopback address.',
    );
  assert.equal(outside.to('/rebinds').length, 1);

  // Outside when it would be checked, inside when it would be connected to: it is asked for once.
  const flips = await webhookAt(`http://flips.example:${port}/flips`);
  const statuses: (number | null)[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await tell(flips)).status);
  assert.deepEqual(statuses, [204, null, 204, null, 204, null]);
  assert.equal(names.questions.filter((name) => name === 'flips.example').length, 6);
  assert.equal(insideConnections, 0);
});
