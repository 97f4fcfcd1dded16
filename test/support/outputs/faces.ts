import assert from 'node:assert/strict';

/**
 * Fails where a server that was installed lacks a file of the dashboard, the documentation or what agents ask.
 * @param base its address, with its base path
 */
export async function assertFaces(base: string, key: string): Promise<void> {
  const got = async (url: string) => {
    const answer = await fetch(url);
    const text = await answer.text();
    assert.equal(answer.status, 200, `${url}: ${text.slice(0, 300)}`);
    return text;
  };
  for (const [path, word] of [
    ['/', '<title>Sightline'],
    ['/docs', '<rapi-doc'],
    ['/docs/first-report', '<h1'],
  ] as const) {
    const url = `${base}${path}`;
    const html = await got(url);
    assert.ok(html.includes(word), html.slice(0, 500));
    const assets = [...html.matchAll(/ (?:href|src)="([^"]*assets\/[^"]+)"/g)].map(([, name = '']) => name);
    assert.ok(assets.length >= 3, `${path} loads ${assets}`);
    for (const name of assets) assert.ok((await got(new URL(name, url).href)).length > 100, name);
  }
  const answer = await fetch(`${base}/mcp`, {
    method: 'POST',
    headers: {
      'X-API-Key': key,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'resources/read',
      params: { uri: 'sightline://measures' },
    }),
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  assert.match(text, /\*\*Visibility\*\*/);
}
