import type { ImageFormat } from './picture-tasks.ts';

/** Upload limits: total pixels, pixels per side, and frames of an animation. */
export const MAX_PIXELS = 40_000_000;
export const MAX_SIDE = 10_000;
export const MAX_FRAMES = 1_000;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

const toText = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
const startsWithBytes = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/** Returns the brands in the first box of an AVIF or HEIC file: the major brand, then the compatible ones. */
function readBrands(bytes: Uint8Array): string[] {
  if (bytes.length < 16 || toText(bytes, 4, 8) !== 'ftyp') return [];
  const boxEnd = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), bytes.length, 128);
  const brands = [toText(bytes, 8, 12)];
  for (let index = 16; index + 4 <= boxEnd; index += 4) brands.push(toText(bytes, index, index + 4));
  return brands;
}

/**
 * Returns the format detected from the first bytes, regardless of the file's name or declared type; undefined for
 * unsupported formats.
 */
export function detectFormat(bytes: Uint8Array): ImageFormat | undefined {
  if (startsWithBytes(bytes, JPEG)) return 'jpeg';
  if (startsWithBytes(bytes, PNG)) return 'png';
  if (/^GIF8[79]a$/.test(toText(bytes, 0, 6))) return 'gif';
  if (toText(bytes, 0, 4) === 'RIFF' && toText(bytes, 8, 12) === 'WEBP') return 'webp';
  const brands = readBrands(bytes);
  return brands.includes('avif') || brands.includes('avis') ? 'avif' : undefined;
}

/**
 * Returns whether a GIF declares too large a screen. Decoders may ignore the screen and only look at the frames, which
 * may be smaller.
 */
export function isOversizedGif(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (detectFormat(bytes) !== 'gif' || bytes.byteLength < 10) return false;
  return Math.max(view.getUint16(6, true), view.getUint16(8, true)) > MAX_SIDE;
}

const MAX_TEXT_CHUNKS = 16;

/**
 * Returns whether a PNG has too many text chunks. Each one may expand to megabytes even if it's never read, and real
 * pictures have only a few.
 */
export function hasTooManyTextChunks(bytes: Uint8Array): boolean {
  if (detectFormat(bytes) !== 'png') return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let texts = 0;
  // A chunk consists of its length, its name, its data and a checksum.
  for (
    let index = PNG.length;
    index + 12 <= bytes.length && texts <= MAX_TEXT_CHUNKS;
    index += 12 + view.getUint32(index)
  ) {
    if (/^[iz]TXt$/.test(toText(bytes, index + 4, index + 8))) texts++;
  }
  return texts > MAX_TEXT_CHUNKS;
}

const MARKUP = /<(?:!doctype|html|head|body|script|iframe|svg|\?php)\b/i;
const PDF_HEADER_BYTES = 1_024;
const ZIP_END = 'PK\x05\x06';
const ZIP_END_BYTES = 22;
const MAX_ZIP_COMMENT = 65_535;

/**
 * Returns whether a ZIP archive ends the file; ZIP is read from the end. The last field of its end record is the length
 * of the comment after it.
 */
function endsAsZip(bytes: Buffer): boolean {
  const firstOffset = Math.max(0, bytes.length - ZIP_END_BYTES - MAX_ZIP_COMMENT);
  for (let index = bytes.lastIndexOf(ZIP_END, undefined, 'latin1'); index >= firstOffset; ) {
    const comment = index + ZIP_END_BYTES <= bytes.length ? bytes.readUInt16LE(index + 20) : Number.POSITIVE_INFINITY;
    if (index + ZIP_END_BYTES + comment <= bytes.length) return true;
    if (index === 0) return false;
    index = bytes.lastIndexOf(ZIP_END, index - 1, 'latin1');
  }
  return false;
}

/**
 * Returns whether other programs could read a picture as a page, an archive or a document. Re-encoding would remove
 * that content, but real pictures don't have any.
 */
export function isPolyglot(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const letters = buffer.toString('latin1');
  return MARKUP.test(letters) || letters.slice(0, PDF_HEADER_BYTES).includes('%PDF-') || endsAsZip(buffer);
}
