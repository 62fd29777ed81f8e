import { generateKeyPairSync, sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { UNKNOWN_VISIT } from './sessions/visits.commands.ts';
import { readOutcome } from './test-refusals.ts';
import { signInWithWallet } from './web3.commands.ts';
import { isSignedBy, readWalletMessage } from './web3.rules.ts';

let context: TestContext;
const NOW = '2026-03-01T12:00:00.000Z';

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(() => context.setNow(NOW));

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
function toBase58(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = ALPHABET[Number(value % 58n)] + text;
  return text;
}

type Fields = { name?: string; address: string; uri?: string; domain?: string; issuedAt?: string; extra?: string[] };
const createMessage = (fields: Fields) =>
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

function createSolanaWallet() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const address = toBase58(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
  return {
    address,
    signIn: (fields: Partial<Fields> = {}, signedText?: string) => {
      const message = createMessage({ address, ...fields });
      const signature = sign(null, Buffer.from(signedText ?? message), privateKey).toString('base64url');
      return signInWithWallet(context.deps, { chain: 'solana', message, signature }, UNKNOWN_VISIT);
    },
  };
}

function createEthereumWallet() {
  const secret = secp256k1.utils.randomSecretKey();
  const hash = keccak_256(secp256k1.getPublicKey(secret, false).subarray(1));
  const address = `0x${Buffer.from(hash.subarray(-20)).toString('hex')}`;
  return (fields: Partial<Fields> = {}, respelled = (signature: string) => `0x${signature}`) => {
    const message = createMessage({ address, name: 'Ethereum', ...fields });
    const prefixed = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}${message}`);
    const recoverable = secp256k1.sign(keccak_256(prefixed), secret, { prehash: false, format: 'recovered' });
    const signature = Buffer.concat([recoverable.subarray(1), Buffer.from([27 + recoverable[0]!])]);
    return signInWithWallet(
      context.deps,
      { chain: 'ethereum', message, signature: respelled(signature.toString('hex')) },
      UNKNOWN_VISIT,
    );
  };
}

describe('wallet sign-in', () => {
  it('creates an account for a Solana address and finds it again', async () => {
    const wallet = createSolanaWallet();
    const first = await wallet.signIn();
    const second = await wallet.signIn({ extra: ['Nonce: second'] });
    expect(second.user.id).toBe(first.user.id);
    expect(first.user.identities[0]).toMatchObject({
      provider: 'web3',
      identity_data: { custom_claims: { address: wallet.address, chain: 'solana' } },
    });
  });

  it('works for an Ethereum address', async () => {
    const session = await createEthereumWallet()();
    expect(session.user.app_metadata).toMatchObject({ provider: 'web3' });
  });

  it('accepts each message only once', async () => {
    const wallet = createSolanaWallet();
    await wallet.signIn();
    await expect(wallet.signIn()).rejects.toThrow('already used');
  });

  it('refuses a used message even if its signature is encoded differently', async () => {
    const signIn = createEthereumWallet();
    await signIn();
    for (const respelled of [(hex: string) => hex, (hex: string) => `0x${hex.toUpperCase()}`]) {
      await expect(signIn({}, respelled)).rejects.toThrow('already used');
    }
  });

  it('finds an Ethereum address again when its capitalization differs', async () => {
    const signIn = createEthereumWallet();
    const { user } = await signIn();
    const { address } = user.identities[0]!.identity_data.custom_claims as { address: string };
    const secondResponse = await signIn({ address: address.replace(/[a-f]/g, (letter) => letter.toUpperCase()) });
    expect(secondResponse.user.id).toBe(user.id);
  });

  it('refuses a message that is for another site, old, expired or from the future', async () => {
    const wallet = createSolanaWallet();
    const foreignSite = { domain: 'evil.example', uri: 'https://evil.example/' };
    await expect(wallet.signIn(foreignSite)).rejects.toThrow('another site');
    await expect(wallet.signIn({ domain: 'evil.example' })).rejects.toThrow('another site');
    await expect(wallet.signIn({ issuedAt: '2026-03-01T11:49:00Z' })).rejects.toThrow('too long ago');
    await expect(wallet.signIn({ extra: ['Expiration Time: 2026-03-01T11:59:00Z'] })).rejects.toThrow('expired');
    await expect(wallet.signIn({ extra: ['Not Before: 2026-03-01T12:01:00Z'] })).rejects.toThrow("isn't valid yet");
  });

  it('refuses a signature of another text or by another wallet', async () => {
    const wallet = createSolanaWallet();
    await expect(wallet.signIn({}, 'another text')).rejects.toThrow('does not match');
    await expect(wallet.signIn({ address: createSolanaWallet().address })).rejects.toThrow('does not match');
  });

  it.each([
    ['2026-03-01T11:50:00Z', [], true],
    ['2026-03-01T11:49:59.999Z', [], false],
    ['2026-03-01T12:10:00Z', [], true],
    ['2026-03-01T12:10:00.001Z', [], false],
    [NOW, [`Not Before: ${NOW}`], true],
    [NOW, ['Not Before: 2026-03-01T12:00:00.001Z'], false],
    [NOW, ['Expiration Time: 2026-03-01T12:00:00.001Z'], true],
    [NOW, [`Expiration Time: ${NOW}`], false],
  ])(
    'checks the validity period of a message issued at %s with %o (valid: %s)',
    async (issuedAt, extraLines, counts) => {
      expect(await readOutcome(createSolanaWallet().signIn({ issuedAt, extra: extraLines }))).toBe(
        counts ? 'done' : '400 invalid_credentials',
      );
    },
  );

  it('stores the signed claims', async () => {
    const { address, signIn } = createSolanaWallet();
    const { user } = await signIn({ extra: ['Chain ID: mainnet'] });
    expect(user.identities[0]!.identity_data).toMatchObject({
      sub: `web3:solana:${address}`,
      custom_claims: {
        address,
        chain: 'solana',
        network: 'mainnet',
        domain: 'localhost:3000',
        statement: 'Sign in to Planet Crew',
      },
    });
    expect((await createSolanaWallet().signIn()).user.identities[0]!.identity_data).toMatchObject({
      custom_claims: { network: '' },
    });
  });

  it('requires an allowed wallet, a known chain, a message and its signature', async () => {
    const input = { chain: 'solana', message: createMessage({ address: '1'.repeat(32) }), signature: 'x' };
    const trySignIn = (values: object, deps = context.deps) =>
      readOutcome(signInWithWallet(deps, { ...input, ...values }, UNKNOWN_VISIT));
    const closedDeps = { ...context.deps, env: { ...context.deps.env, AUTH_WEB3: false } };
    expect(await trySignIn({}, closedDeps)).toBe('422 web3_provider_disabled');
    expect(await trySignIn({ chain: 'bitcoin' })).toBe('400 web3_unsupported_chain');
    expect(await trySignIn({ chain: undefined })).toBe('400 web3_unsupported_chain');
    const signInWith = (values: object) => signInWithWallet(context.deps, { ...input, ...values }, UNKNOWN_VISIT);
    await expect(signInWith({ message: '' })).rejects.toThrow('Send a signed message');
    await expect(signInWith({ signature: [1] })).rejects.toThrow('Send a signed message');
    await expect(signInWith({ message: 'hello' })).rejects.toThrow("This message isn't a sign-in request.");
    await expect(signInWith({})).rejects.toThrow('does not match');
  });

  it('refuses an address whose signatures anyone could forge', () => {
    // Without strict checks, this signature would match one in four texts for the all-zero key (the burn address).
    const unknownAddress = '1'.repeat(32);
    const signature = Buffer.alloc(64).toString('base64url');
    const fits = Array.from({ length: 64 }, (_, index) =>
      isSignedBy('solana', unknownAddress, `text ${index}`, signature),
    );
    expect(fits).not.toContain(true);
  });
});

describe('wallet message', () => {
  const address = '1'.repeat(32);
  const fine = createMessage({ address, extra: ['Chain ID: mainnet', 'Nonce: n1'] });
  const read = (text: string) => readWalletMessage('solana', text);

  it('is parsed into its fields', () => {
    const extraLines = [
      'Chain ID: mainnet',
      'Nonce: n1',
      `Not Before: ${NOW}`,
      'Expiration Time: 2026-03-01T13:00:00Z',
    ];
    expect(read(createMessage({ address, extra: extraLines }))).toEqual({
      domain: 'localhost:3000',
      address,
      statement: 'Sign in to Planet Crew',
      uri: 'http://localhost:3000/',
      version: '1',
      chainId: 'mainnet',
      nonce: 'n1',
      issuedAt: new Date(NOW),
      notBefore: new Date(NOW),
      expiresAt: new Date('2026-03-01T13:00:00Z'),
    });
  });

  it('is accepted without its optional fields', () => {
    expect(read(createMessage({ address }))).toMatchObject({
      chainId: undefined,
      nonce: undefined,
      notBefore: undefined,
      expiresAt: undefined,
    });
    expect(read(fine.replace('Sign in to Planet Crew\n\n', ''))).toMatchObject({ statement: undefined });
    expect(read(fine.replace('Sign in to Planet Crew\n\n', 'Sign in to Planet Crew\n'))).toMatchObject({
      statement: undefined,
    });
    expect(read(fine.replace('localhost:3000 wants', 'https://localhost:3000 wants'))).toMatchObject({
      domain: 'localhost:3000',
    });
  });

  it.each<[string, (text: string) => string]>([
    ['with text before it', (text) => `x ${text}`],
    ['with text after its first line', (text) => text.replace('account:', 'account: x')],
    ['for another chain', (text) => text.replace('Solana account', 'Ethereum account')],
    ['without an address', (text) => text.replace(address, '')],
    ['with a short address', (text) => text.replace(address, '1'.repeat(31))],
    ['with a long address', (text) => text.replace(address, '1'.repeat(45))],
    ['with an invalid character in the address', (text) => text.replace(address, `${'1'.repeat(31)}0`)],
    ['without the empty line after the address', (text) => text.replace(`${address}\n\n`, `${address}\nx\n`)],
    ['without a URI', (text) => text.replace(/\nURI: .*/, '')],
    ['with an invalid URI', (text) => text.replace(/URI: .*/, 'URI: nowhere')],
    ['without a version', (text) => text.replace('\nVersion: 1', '')],
    ['with another version', (text) => text.replace('Version: 1', 'Version: 2')],
    ['without an issue time', (text) => text.replace(/\nIssued At: .*/, '')],
    ['with an invalid issue time', (text) => text.replace(/Issued At: .*/, 'Issued At: soon')],
    ['with an invalid start time', (text) => `${text}\nNot Before: soon`],
    ['with an invalid expiration time', (text) => `${text}\nExpiration Time: soon`],
    ['when it is longer than 20 KB', (text) => text.padEnd(20 * 1024 + 1)],
    ['with only one line', (text) => text.split('\n')[0]!],
    ['when it is empty', () => ''],
  ])('is invalid %s', (_what, change) => {
    expect(read(fine)).toBeDefined();
    expect(read(change(fine))).toBeUndefined();
  });

  it('is accepted with whitespace around its address', () => {
    expect(read(fine.replace(address, ` ${address} `))).toMatchObject({ address });
  });

  it('is accepted up to 20 KB', () => {
    expect(read(fine.padEnd(20 * 1024))).toBeDefined();
  });

  it('needs a hexadecimal address for Ethereum', () => {
    const createText = (walletAddress: string) => createMessage({ name: 'Ethereum', address: walletAddress });
    const address = `0x${'aB'.repeat(20)}`;
    expect(readWalletMessage('ethereum', createText(address))).toMatchObject({ address });
    for (const other of [`x${address}`, `${address}0`, address.slice(0, -1), address.replace('aB', 'xB')]) {
      expect(readWalletMessage('ethereum', createText(other))).toBeUndefined();
    }
  });
});

describe('wallet signature', () => {
  const secret = new Uint8Array(32).fill(9);
  const address = `0x${Buffer.from(keccak_256(secp256k1.getPublicKey(secret, false).subarray(1)).subarray(-20)).toString('hex')}`;
  // Use the length in bytes, not characters.
  const text = 'Grüße';
  const prefixed = Buffer.from(`\x19Ethereum Signed Message:\n${Buffer.from(text).length}${text}`);
  const recoverable = secp256k1.sign(keccak_256(prefixed), secret, { prehash: false, format: 'recovered' });
  const withRecovery = (bit: number) => Buffer.concat([recoverable.subarray(1), Buffer.from([bit])]).toString('hex');

  it('is valid for Ethereum with both forms of the last byte, with and without 0x', () => {
    const bit = recoverable[0]!;
    for (const signature of [withRecovery(bit), withRecovery(27 + bit), `0x${withRecovery(bit)}`]) {
      expect(isSignedBy('ethereum', address, text, signature)).toBe(true);
      expect(isSignedBy('ethereum', address.toUpperCase().replace('0X', '0x'), text, signature)).toBe(true);
    }
    expect(isSignedBy('ethereum', address, text, withRecovery(1 - bit))).toBe(false);
  });

  it.each([
    ['when it is cut short', (signature: string) => signature.slice(0, -2)],
    ['with text after it', (signature: string) => `${signature}00`],
    ['with a 0x in the middle', (signature: string) => `${signature.slice(0, 20)}0x${signature.slice(20)}`],
    ['when it is empty', () => ''],
  ])('is invalid for Ethereum %s', (_what, change) => {
    expect(isSignedBy('ethereum', address, text, change(withRecovery(recoverable[0]!)))).toBe(false);
  });

  it('is valid for Solana when its address begins with zeros', () => {
    // Try until one fits: one in 256 keys has a zero first byte.
    for (;;) {
      const key = generateKeyPairSync('ed25519');
      const bytes = key.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
      if (bytes[0] !== 0) continue;
      const signature = sign(null, Buffer.from(text), key.privateKey).toString('base64url');
      expect(isSignedBy('solana', `1${toBase58(bytes)}`, text, signature)).toBe(true);
      expect(isSignedBy('solana', `1${toBase58(bytes)}`, `${text}!`, signature)).toBe(false);
      break;
    }
  });
});
