import { createHash, generateKeyPairSync, sign } from 'node:crypto';

type Options = { challenge: string };

const PRESENT_AND_VERIFIED = 0x05;
const ATTESTED_KEY_FLAG = 0x40;
const hash = (data: string | Buffer) => createHash('sha256').update(data).digest();

let keyCount = 0;

/** A software security key with one resident P-256 key. It approves every request. */
export function createTestAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  keyCount += 1;
  const id = createHash('sha256').update(`credential ${keyCount}`).digest();
  const rpIdHash = hash(new URL(origin).hostname);
  let signatures = 0;

  const clientData = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const getCounterBytes = () => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(signatures);
    return bytes;
  };
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x!, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y!, 'base64url'),
  ]);
  const head = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const };

  return {
    /** The data the relying party stores about this key. */
    kept: { id, publicKey: coseKey },
    create: (options: Options) => {
      const data = Buffer.concat([
        rpIdHash,
        Buffer.from([PRESENT_AND_VERIFIED | ATTESTED_KEY_FLAG]),
        getCounterBytes(),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey,
      ]);
      // The map {fmt: "none", attStmt: {}, authData: data} in CBOR. The length takes one byte.
      const object = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        ...head,
        response: {
          attestationObject: object.toString('base64url'),
          clientDataJSON: clientData('webauthn.create', options).toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },
    /** @param countsUses false simulates a copied key, which repeats an older count */
    get: (options: Options, countsUses = true) => {
      if (countsUses) signatures++;
      const data = Buffer.concat([rpIdHash, Buffer.from([PRESENT_AND_VERIFIED]), getCounterBytes()]);
      const client = clientData('webauthn.get', options);
      return {
        ...head,
        response: {
          authenticatorData: data.toString('base64url'),
          clientDataJSON: client.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, hash(client)]), privateKey).toString('base64url'),
        },
        clientExtensionResults: {},
      };
    },
  };
}
