import { createHash } from 'node:crypto';
import { chooseEncoding, compress, type Encoding } from './encodings.ts';
import { matchesEtag } from './http.ts';

type BuiltDocument = {
  body: Buffer<ArrayBuffer>;
  hash: string;
  encoded: Partial<Record<Encoding, Promise<Buffer<ArrayBuffer>>>>;
};

/**
 * Creates a document that's identical for every client of a node. It's built, hashed and compressed on the first
 * request and served from memory after that.
 */
export function createConstantDocument(contentType: string, build: () => string) {
  let document: BuiltDocument | undefined;

  const readDocument = (): BuiltDocument => {
    if (document) return document;
    const body = Buffer.from(build());
    document = { body, hash: createHash('sha256').update(body).digest('base64url').slice(0, 22), encoded: {} };
    return document;
  };

  return async (headers: { get: (name: string) => string | null }): Promise<Response> => {
    const { body, hash, encoded } = readDocument();
    const encoding = chooseEncoding(body.byteLength, headers.get('Accept-Encoding') ?? '');
    // Each encoding has different bytes, so it needs its own strong ETag.
    const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
    const commonHeaders = {
      ETag: etag,
      Vary: 'Accept-Encoding',
      'Cache-Control': 'public, max-age=0, must-revalidate',
    };
    if (matchesEtag(headers.get('If-None-Match'), etag))
      return new Response(null, { status: 304, headers: commonHeaders });
    if (encoding !== 'identity') encoded[encoding] ??= compress(body, encoding);
    const bytes = (await encoded[encoding]) ?? body;
    return new Response(bytes, {
      headers: {
        ...commonHeaders,
        'Content-Type': contentType,
        'Content-Length': String(bytes.byteLength),
        ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      },
    });
  };
}
