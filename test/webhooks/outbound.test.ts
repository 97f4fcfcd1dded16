import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Outbound } from '../../src/outbound/addresses.ts';

const outbound = new Outbound([]);

const REFUSED: Record<string, string[]> = {
  'an unspecified address': ['0.0.0.0', '0.1.2.3', '::', '0:0:0:0:0:0:0:0'],
  'a private address': [
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    'fc00::1',
    'fdff::1',
    'fd00:ec2::254',
    'fec0::1',
  ],
  'a carrier-grade NAT address': ['100.64.0.1', '100.127.255.255', '100.100.100.200'],
  'a loopback address': ['127.0.0.1', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1'],
  "a cloud platform's own address": ['168.63.129.16'],
  'a link-local address': ['169.254.169.254', '169.254.0.1', 'fe80::1', 'febf::1'],
  'a reserved address': [
    '192.0.0.192',
    '240.0.0.1',
    '255.255.255.255',
    '2001:2::1',
    '2001:20::1',
    '4000::1',
    '5f00::1',
    '1::1',
    'e000::1',
  ],
  'a documentation address': [
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.9',
    '2001:db8::1',
    '3fff::1',
    '3fff:fff::1',
  ],
  'a benchmarking address': ['198.18.0.1', '198.19.255.255'],
  'a 6to4 relay': ['192.88.99.1'],
  'a multicast address': ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff00::'],
  'an IPv4-mapped address': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '0:0:0:0:0:ffff:10.0.0.1',
    '::FFFF:A9FE:A9FE',
  ],
  'an IPv4-translated address': ['::ffff:0:127.0.0.1', '::ffff:0:808:808'],
  'an IPv4-compatible address': ['::7f00:1', '::127.0.0.1', '::8.8.8.8', '::2'],
  'a NAT64 address': [
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '64:ff9b:1:ffff::a00:1',
  ],
  'a 6to4 address': ['2002:7f00:1::', '2002:808:808::1'],
  'a Teredo address': ['2001::1', '2001:0:4136:e378:8000:63bf:80ff:fffe'],
  'a discard address': ['100::1'],
  'no plain IP address': ['fe80::1%eth0', 'example.com', '127.1', '', '1.2.3.4.5', '08.8.8.8'],
};

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '126.255.255.255',
  '128.0.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '192.169.0.1',
  '198.17.255.255',
  '198.20.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450::1',
  '2400:cb00::1',
  '2003::1',
  '3ffe::1',
];

for (const [reason, addresses] of Object.entries(REFUSED))
  test(`${reason} is not reached`, () => {
    for (const address of addresses) assert.equal(outbound.addressRefusal(address), reason, address);
  });

test('public addresses are reached, up to the edges of the ranges', () => {
  for (const address of PUBLIC) assert.equal(outbound.addressRefusal(address), null, address);
});

const REFUSED_URLS: [url: string, reason: RegExp][] = [
  ...Object.entries(REFUSED)
    .filter(([reason]) => reason !== 'no plain IP address')
    .flatMap(([reason, addresses]) =>
      addresses.map((address): [string, RegExp] => [
        `http://${address.includes(':') ? `[${address}]` : address}:8080/hook`,
        new RegExp(`must be at a public address: .* is ${reason}\\.$`),
      ]),
    ),
  ...[
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0x7f.1',
    '127.1',
    '127.0.1',
    '0177.0.0.1',
    '127.0.0.1.',
    '１２７.０.０.１',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '①②⑦.0.0.1',
  ].map((host): [string, RegExp] => [`https://${host}/`, /127\.0\.0\.1 is a loopback address/]),
  ['http://0/', /an unspecified address/],
  ['http://3232235777/', /a private address/],
  ['http://0xa9fea9fe/latest/meta-data', /a link-local address/],
  ['http://134744072/', /address written as 8\.8\.8\.8/],
  ['http://8.8.2056/', /address written as 8\.8\.8\.8/],
  ['http://8.8.8.8./', /address written as 8\.8\.8\.8/],
  ['http://256.256.256.256/', /absolute URL/],
  ['http://[fe80::1%25eth0]/', /absolute URL/],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'localhost.localdomain',
    'ip6-localhost',
    'printer.local',
    'metadata.google.internal',
    'db.internal.',
    'intranet',
    'wiki.corp',
    'nas.lan',
    'router.home.arpa',
    'ｌocalhost',
  ].map((host): [string, RegExp] => [`https://${host}:8443/x`, /is a name of the local network/]),
  ['ftp://example.com/', /https:\/\/ or http:\/\//],
  ['file:///etc/passwd', /absolute URL/],
  ['file://host/etc/passwd', /https:\/\/ or http:\/\//],
  ['gopher://example.com/', /https:\/\/ or http:\/\//],
  ['javascript:alert(1)', /absolute URL/],
  ['data:text/plain,x', /absolute URL/],
  ['https://user@example.com/', /user name or password/],
  ['https://user:password@example.com/', /user name or password/],
  ['https://@example.com/', /user name or password/],
  ['https://example.com@127.0.0.1/', /user name or password/],
  ['https:example.com', /absolute URL/],
  ['https:/example.com', /absolute URL/],
  ['https:///example.com', /absolute URL/],
  ['https:\\\\example.com', /absolute URL/],
  ['https://example.com\\@127.0.0.1/', /absolute URL/],
  ['//example.com/', /absolute URL/],
  ['/hook', /absolute URL/],
  ['example.com', /absolute URL/],
  ['', /absolute URL/],
  ['https://', /absolute URL/],
  [' https://example.com/', /absolute URL/],
  ['https://exam\tple.com/', /absolute URL/],
  ['https://example.com/\n', /absolute URL/],
  ['https://exa mple.com/', /absolute URL/],
  ['https://example.com:99999/', /absolute URL/],
  ['https://a..b/', /valid host name/],
  ['https://./', /valid host name/],
];

test('URLs that may not be called are refused with their reason', () => {
  for (const [url, reason] of REFUSED_URLS) assert.match(outbound.urlRefusal(url) ?? 'taken', reason, url);
});

test('other URLs are taken, whether or not their names resolve', () => {
  for (const url of [
    'https://hooks.example.com/sightline?token=1#x',
    'HTTP://Example.COM:8080',
    'https://does-not-resolve.invalid/',
    'https://bücher.example/',
    'https://example.com./',
    'http://8.8.8.8:80/',
    'https://[2606:4700:4700::1111]/',
    'https://local.example/',
    'https://localhost.example/',
    'https://example.com/@user',
  ])
    assert.equal(outbound.urlRefusal(url), null, url);
});

test('OUTBOUND_ALLOW opens its ranges and nothing beside them', () => {
  const loopback = new Outbound(['127.0.0.0/8']);
  assert.equal(loopback.urlRefusal('http://127.0.0.1:9999/'), null);
  assert.equal(loopback.urlRefusal('http://[::ffff:127.0.0.1]/'), null);
  assert.equal(loopback.urlRefusal('http://localhost/'), null, 'it is checked as it is connected to');
  for (const url of [
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://[::7f00:1]/',
    'http://127.1/',
    'http://db.internal/',
  ])
    assert.notEqual(loopback.urlRefusal(url), null, url);
  const office = new Outbound(['10.1.0.0/16', 'fd12:3456::/32', '192.168.7.9']);
  for (const url of [
    'http://10.1.255.255/',
    'http://[fd12:3456::7]/',
    'http://192.168.7.9/',
    'http://wiki.internal/',
  ])
    assert.equal(office.urlRefusal(url), null, url);
  for (const url of [
    'http://10.2.0.0/',
    'http://[fd12:3457::7]/',
    'http://192.168.7.8/',
    'http://localhost/',
  ])
    assert.notEqual(office.urlRefusal(url), null, url);
  const nat64 = new Outbound(['64:ff9b::/96']);
  assert.equal(nat64.addressRefusal('64:ff9b::8.8.8.8'), null);
  assert.equal(nat64.addressRefusal('64:ff9b::7f00:1'), 'a loopback address', 'not by way of NAT64');
});
