import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

/** The message that a wallet signs to sign in (EIP-4361, and the same for Solana). */
export type WalletMessage = {
  domain: string;
  address: string;
  statement: string | undefined;
  uri: string;
  version: string;
  chainId: string | undefined;
  nonce: string | undefined;
  issuedAt: Date;
  notBefore: Date | undefined;
  expiresAt: Date | undefined;
};

const CHAINS = { solana: 'Solana', ethereum: 'Ethereum' } as const;
export type Chain = keyof typeof CHAINS;

const ADDRESS: Record<Chain, RegExp> = { solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/, ethereum: /^0x[0-9a-fA-F]{40}$/ };
const MAX_LENGTH = 20 * 1024;

/** @returns undefined when the text isn't a sign-in message */
export function readWalletMessage(chain: Chain, text: string): WalletMessage | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const lines = text.split('\n');
  const head = lines[0]?.match(/^(?:\w+:\/\/)?(\S+) wants you to sign in with your (\w+) account:$/);
  const address = lines[1]?.trim() ?? '';
  if (head?.[2] !== CHAINS[chain] || !ADDRESS[chain].test(address) || lines[2] !== '') return undefined;
  const readField = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const readInstant = (name: string) => {
    const value = readField(name);
    return value === undefined ? undefined : new Date(value);
  };
  const [uri, version, issuedAt] = [readField('URI'), readField('Version'), readInstant('Issued At')];
  const [notBefore, expiresAt] = [readInstant('Not Before'), readInstant('Expiration Time')];
  const isInvalid = [issuedAt, notBefore, expiresAt].some((at) => at && Number.isNaN(at.getTime()));
  if (!uri || !URL.canParse(uri) || version !== '1' || !issuedAt || isInvalid) return undefined;
  const statement = lines[3] && lines[4] === '' ? lines[3] : undefined;
  const [chainId, nonce] = [readField('Chain ID'), readField('Nonce')];
  return { domain: head[1]!, address, statement, uri, version, chainId, nonce, issuedAt, notBefore, expiresAt };
}

/** Returns whether the wallet at the message's address signed exactly this text. */
export function isSignedBy(chain: Chain, address: string, text: string, signature: string): boolean {
  try {
    return chain === 'solana'
      ? isSignedBySolana(address, text, signature)
      : isSignedByEthereum(address, text, signature);
  } catch {
    return false;
  }
}

/** Rejects small-order keys, such as the burn address for tokens, whose signatures anyone could forge. */
function isSignedBySolana(address: string, text: string, signature: string): boolean {
  const bytes = Uint8Array.from(Buffer.from(signature, 'base64url'));
  return ed25519.verify(bytes, Uint8Array.from(Buffer.from(text)), Uint8Array.from(fromBase58(address)), {
    zip215: false,
  });
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function fromBase58(text: string): Buffer {
  let value = 0n;
  for (const letter of text) value = value * 58n + BigInt(ALPHABET.indexOf(letter));
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}

function isSignedByEthereum(address: string, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature.replace(/^0x/, ''), 'hex');
  if (bytes.length !== 65) return false;
  const message = Buffer.from(text);
  const prefixed = Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`), message]);
  const recovery = bytes[64]! >= 27 ? bytes[64]! - 27 : bytes[64]!;
  const point = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
    .addRecoveryBit(recovery)
    .recoverPublicKey(keccak_256(prefixed));
  const hash = keccak_256(point.toBytes(false).subarray(1));
  return `0x${Buffer.from(hash.subarray(-20)).toString('hex')}` === address.toLowerCase();
}
