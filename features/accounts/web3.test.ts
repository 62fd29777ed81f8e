import { generateKeyPairSync, sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { nowhere } from './sessions/sessions.commands.ts';
import { signInWithWallet } from './web3.commands.ts';
import { isSignedBy } from './web3.rules.ts';

let context: TestContext;
const NOW = '2026-03-01T12:00:00.000Z';

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(() => context.setNow(NOW));

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
function base58(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = ALPHABET[Number(value % 58n)] + text;
  return text;
}

type Fields = { name?: string; address: string; uri?: string; domain?: string; issuedAt?: string; extra?: string[] };
const messageOf = (fields: Fields) =>
  [
    `${fields.domain ?? 'localhost:3000'} wants you to sign in with your ${fields.name ?? 'Solana'} account:`,
    fields.address,
    '',
    'Sign in to Planet Crew',
    '',
    'Version: 1',
    `URI: ${fields.uri ?? 'http://localhost:3000/'}`,
    `Issued At: ${fields.issuedAt ?? NOW}`,
    ...(fields.extra ?? []),
  ].join('\n');

function solana() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const address = base58(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
  return {
    address,
    signIn: (fields: Partial<Fields> = {}, signed?: string) => {
      const message = messageOf({ address, ...fields });
      const signature = sign(null, Buffer.from(signed ?? message), privateKey).toString('base64url');
      return signInWithWallet(context.deps, { chain: 'solana', message, signature }, nowhere);
    },
  };
}

function ethereum() {
  const secret = secp256k1.utils.randomSecretKey();
  const hash = keccak_256(secp256k1.getPublicKey(secret, false).subarray(1));
  const address = `0x${Buffer.from(hash.subarray(-20)).toString('hex')}`;
  return (fields: Partial<Fields> = {}) => {
    const message = messageOf({ address, name: 'Ethereum', ...fields });
    const prefixed = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}${message}`);
    const recovered = secp256k1.sign(keccak_256(prefixed), secret, { prehash: false, format: 'recovered' });
    const signature = Buffer.concat([recovered.subarray(1), Buffer.from([27 + recovered[0]!])]);
    return signInWithWallet(
      context.deps,
      { chain: 'ethereum', message, signature: `0x${signature.toString('hex')}` },
      nowhere,
    );
  };
}

describe('signing in with a wallet', () => {
  it('makes an account of its own for a Solana address, and finds it again', async () => {
    const wallet = solana();
    const first = await wallet.signIn();
    const second = await wallet.signIn({ extra: ['Nonce: second'] });
    expect(second.user.id).toBe(first.user.id);
    expect(first.user.identities[0]).toMatchObject({
      provider: 'web3',
      identity_data: { custom_claims: { address: wallet.address, chain: 'solana' } },
    });
  });

  it('works for an Ethereum address', async () => {
    const session = await ethereum()();
    expect(session.user.app_metadata).toMatchObject({ provider: 'web3' });
  });

  it('takes a message once', async () => {
    const wallet = solana();
    await wallet.signIn();
    await expect(wallet.signIn()).rejects.toThrow('used before');
  });

  it('refuses a message for another site, an old one, an expired one and one from the future', async () => {
    const wallet = solana();
    const foreign = { domain: 'evil.example', uri: 'https://evil.example/' };
    await expect(wallet.signIn(foreign)).rejects.toThrow('another site');
    await expect(wallet.signIn({ domain: 'evil.example' })).rejects.toThrow('another site');
    await expect(wallet.signIn({ issuedAt: '2026-03-01T11:49:00Z' })).rejects.toThrow('too long ago');
    await expect(wallet.signIn({ extra: ['Expiration Time: 2026-03-01T11:59:00Z'] })).rejects.toThrow('expired');
    await expect(wallet.signIn({ extra: ['Not Before: 2026-03-01T12:01:00Z'] })).rejects.toThrow('not valid yet');
  });

  it('refuses a signature of another text or of another wallet', async () => {
    const wallet = solana();
    await expect(wallet.signIn({}, 'another text')).rejects.toThrow('does not match');
    await expect(wallet.signIn({ address: solana().address })).rejects.toThrow('does not match');
  });

  it('refuses an address for which anybody could make a signature', () => {
    // For the key of 32 zero bytes, where tokens are burned to, this signature fits one text in four unless it is refused.
    const nobody = '1'.repeat(32);
    const signature = Buffer.alloc(64).toString('base64url');
    const fits = Array.from({ length: 64 }, (_, at) => isSignedBy('solana', nobody, `text ${at}`, signature));
    expect(fits).not.toContain(true);
  });
});
