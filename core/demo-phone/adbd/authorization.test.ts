import { beforeAll, describe, expect, test } from 'vitest';
import { parsePublicKey, verifyToken } from './authorization.ts';

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
  hash: 'SHA-1',
};

let line = '';
let token = new Uint8Array(0);
let signature = new Uint8Array(0);

beforeAll(async () => {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ]);
  const { n = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  const message = Uint8Array.of(1, 2, 3);
  line = `${androidKey(Buffer.from(n, 'base64url'))} me@host`;
  token = new Uint8Array(await crypto.subtle.digest('SHA-1', message));
  signature = new Uint8Array(await crypto.subtle.sign(algorithm.name, privateKey, message));
});

/** base64 of RSAPublicKey; n0inv and R squared stay 0, because Android reads neither. */
function androidKey(modulus: Uint8Array): string {
  const bytes = new Uint8Array(524);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 64, true);
  bytes.set(modulus.toReversed(), 8);
  view.setUint32(520, 65_537, true);
  return Buffer.from(bytes).toString('base64');
}

function key() {
  const parsed = parsePublicKey(line);
  if (parsed === undefined) throw new Error('not a key');
  return parsed;
}

test("the platform's own signature is accepted", () => {
  expect(verifyToken(key(), token, signature)).toBe(true);
});

describe('anything else is not', () => {
  test('another token', () => {
    expect(verifyToken(key(), token.with(0, (token[0] ?? 0) ^ 1), signature)).toBe(false);
  });

  test('a signature with one bit changed, or of another length', () => {
    expect(verifyToken(key(), token, signature.with(255, (signature[255] ?? 0) ^ 1))).toBe(false);
    expect(verifyToken(key(), token, signature.subarray(1))).toBe(false);
    expect(verifyToken(key(), token, new Uint8Array(256))).toBe(false);
    expect(verifyToken(key(), token, new Uint8Array(256).fill(0xff))).toBe(false);
  });
});

test.each(['', 'not base64!', 'QUJD', `${'A'.repeat(699)}=`])('%j is no key', (text) => {
  expect(parsePublicKey(text)).toBeUndefined();
});
