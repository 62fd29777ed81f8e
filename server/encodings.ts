import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Minimum size for compression; below it, compressing costs more than it saves. */
const MIN_BYTES = 1_000;
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, QUALITY),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

/** Chooses the response encoding. @param acceptEncoding the Accept-Encoding header */
export function chooseEncoding(bytes: number, acceptEncoding: string): Encoding {
  if (bytes < MIN_BYTES) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|\s*$))/i.test(acceptEncoding)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|\s*$))/i.test(acceptEncoding) ? 'gzip' : 'identity';
}

/** Compresses a body off the main thread. */
export const compress = async (body: Buffer<ArrayBuffer>, encoding: 'br' | 'gzip') =>
  (await compressors[encoding](body)) as Buffer<ArrayBuffer>;
