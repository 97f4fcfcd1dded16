import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretBox } from '../../src/base/secret-box.ts';

test('a sealed value opens whole and in its context alone', () => {
  const box = new SecretBox('a secret of tests, long enough for a key');
  for (const plain of ['', 'Lumenfold', 'ö'.repeat(300)]) {
    const sealed = box.seal(plain, 'one');
    assert.equal(box.open(sealed, 'one'), plain);
    assert.throws(() => box.open(sealed, 'another'));
    // GCM itself would check a value that ends within its tag by the bytes of the tag that are left.
    for (let length = 0; length < sealed.length; length += 1)
      assert.throws(() => box.open(sealed.subarray(0, length), 'one'), `${length} of ${sealed.length} bytes`);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      assert.throws(() => box.open(changed, 'one'), `byte ${at}`);
    }
  }
});
