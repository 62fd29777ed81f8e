import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import type { ImageBytes, ImageFormat } from './picture-tasks.ts';

/** A file that must be rejected as a picture, and the type it claims to have. */
export type HostileFile = { kind: string; name: string; type: string; bytes: ImageBytes };
/** Returns seeded random numbers from 0 up to, but not including, 1. */
type Chance = () => number;
type Maker = (chance: Chance, no: number) => Promise<Uint8Array> | Uint8Array;

const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const;
const toBytes = (text: string) => Buffer.from(text, 'latin1');
const pickInteger = (chance: Chance, most: number) => Math.floor(chance() * most);

function createRandom(seed: number): Chance {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const NOISE = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const pictures = new Map<ImageFormat, Buffer>();

/** Creates a valid picture of random noise, so damage to any part of the file is detected. */
export async function createGoodPicture(format: ImageFormat): Promise<Buffer> {
  const canvas = sharp({ create: { width: 160, height: 120, channels: 3, background: '#000', noise: NOISE } });
  const file = pictures.get(format) ?? (await canvas.toFormat(format).toBuffer());
  pictures.set(format, file);
  return Buffer.from(file);
}

/** Returns 1.2 KB of SVG that keeps a renderer busy for minutes. */
export function createTurbulence(edge: number): Buffer {
  const filters = Array.from({ length: 12 }, (_, no) => {
    return `<filter id="f${no}"><feTurbulence baseFrequency=".0${no + 1}" numOctaves="50"/></filter>`;
  });
  return toBytes(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}">${filters.join('')}<rect width="100%" height="100%" filter="url(#f0)"/></svg>`,
  );
}

function createPngChunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([toBytes(name), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const PNG_HEAD = toBytes('\x89PNG\r\n\x1a\n');

/**
 * Creates a grayscale PNG with one bit per pixel.
 * @param rows the number of rows of data actually in the file, all black
 */
function createFlatPng(width: number, height: number, rows: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const data = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows), { level: 9 });
  return Buffer.concat([
    PNG_HEAD,
    createPngChunk('IHDR', header),
    createPngChunk('IDAT', data),
    createPngChunk('IEND', new Uint8Array()),
  ]);
}

async function withChunk(chunk: Buffer): Promise<Buffer> {
  const picture = await createGoodPicture('png');
  const after = PNG_HEAD.length + 25;
  return Buffer.concat([picture.subarray(0, after), chunk, picture.subarray(after)]);
}

/** Functions that overwrite the dimensions in a file's header; each format stores them in a different place. */
const RESIZERS: { [F in ImageFormat]: (file: Buffer, width: number, height: number) => void } = {
  png(file, width, height) {
    file.writeUInt32BE(width, 16);
    file.writeUInt32BE(height, 20);
    file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
  },
  jpeg(file, width, height) {
    let at = 2;
    while (!(file[at + 1]! >= 0xc0 && file[at + 1]! <= 0xc2)) at += 2 + file.readUInt16BE(at + 2);
    file.writeUInt16BE(Math.min(height, 65_500), at + 5);
    file.writeUInt16BE(Math.min(width, 65_500), at + 7);
  },
  webp(file, width, height) {
    const at = file.indexOf('\x9d\x01\x2a', 0, 'latin1') + 3;
    file.writeUInt16LE(Math.min(width, 16_383), at);
    file.writeUInt16LE(Math.min(height, 16_383), at + 2);
  },
  avif(file, width, height) {
    const at = file.indexOf('ispe') + 8;
    file.writeUInt32BE(width, at);
    file.writeUInt32BE(height, at + 4);
  },
  gif(file, width, height) {
    file.writeUInt16LE(Math.min(width, 65_535), 6);
    file.writeUInt16LE(Math.min(height, 65_535), 8);
    // Set the first frame to the size of the screen.
    const colors = file[10]! & 0x80 ? 3 * 2 ** ((file[10]! & 7) + 1) : 0;
    const frame = file.indexOf(0x2c, 13 + colors);
    file.copy(file, frame + 5, 6, 10);
  },
};

const createHugePicture = (format: ImageFormat): Maker => {
  return async (chance) => {
    const file = await createGoodPicture(format);
    RESIZERS[format](file, 30_000 + pickInteger(chance, 35_000), 30_000 + pickInteger(chance, 35_000));
    return file;
  };
};

function createLongGif(count: number): Buffer {
  const head = toBytes('GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff');
  const frame = toBytes('\x21\xf9\x04\x00\x01\x00\x00\x00\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00');
  return Buffer.concat([head, ...Array.from({ length: count }, () => frame), toBytes(';')]);
}

function createRiffChunk(name: string, data: Uint8Array): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([toBytes(name), size, data, Buffer.alloc(data.length % 2)]);
}

async function createLongWebp(count: number): Promise<Buffer> {
  const one = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#f80' } })
    .webp({ lossless: true })
    .toBuffer();
  const image = one.subarray(12);
  const canvas = Buffer.from([2, 0, 0, 0, 15, 0, 0, 15, 0, 0]);
  const frame = createRiffChunk(
    'ANMF',
    Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 15, 0, 0, 15, 0, 0, 40, 0, 0, 0]), image]),
  );
  const body = Buffer.concat([
    toBytes('WEBP'),
    createRiffChunk('VP8X', canvas),
    createRiffChunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: count }, () => frame),
  ]);
  return createRiffChunk('RIFF', body);
}

/**
 * Creates a progressive JPEG that repeats its last scan up to a thousand times; each repeat makes the decoder process
 * all pixels again.
 */
async function createManyScans(): Promise<Buffer> {
  const file = await sharp({ create: { width: 1_500, height: 1_500, channels: 3, background: '#000', noise: NOISE } })
    .jpeg({ progressive: true, quality: 5 })
    .toBuffer();
  const last = file.subarray(file.lastIndexOf('\xff\xda', undefined, 'latin1'), file.length - 2);
  const times = Math.min(1_000, Math.floor(4_000_000 / last.length));
  return Buffer.concat([file.subarray(0, -2), ...Array.from({ length: times }, () => last), file.subarray(-2)]);
}

const createTruncated = (format: ImageFormat): Maker => {
  return async (chance) => {
    const file = await createGoodPicture(format);
    return file.subarray(0, Math.max(4, Math.floor(file.length * (0.02 + chance() * 0.9))));
  };
};

const FILE_HEADERS: Record<ImageFormat, Buffer> = {
  jpeg: toBytes('\xff\xd8\xff\xe0\x00\x10JFIF\x00'),
  png: PNG_HEAD,
  webp: toBytes('RIFF\xff\xff\x00\x00WEBPVP8 '),
  avif: toBytes('\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1miaf'),
  gif: toBytes('GIF89a'),
};

const createNoisy = (format: ImageFormat): Maker => {
  return (chance) => {
    const noise = Buffer.from(Array.from({ length: 200 + pickInteger(chance, 4_000) }, () => pickInteger(chance, 256)));
    return Buffer.concat([FILE_HEADERS[format], noise]);
  };
};

const PAGE = '<!DOCTYPE html><html><body><script>alert(document.domain)</script></body></html>';
const SCRIPT = '=1;alert(document.domain)//';
/** Creates a JPEG with a comment right after its start marker. */
async function createCommented(comment: Uint8Array): Promise<Buffer> {
  const picture = await createGoodPicture('jpeg');
  const size = Buffer.alloc(2);
  size.writeUInt16BE(comment.length + 2);
  return Buffer.concat([picture.subarray(0, 2), toBytes('\xff\xfe'), size, comment, picture.subarray(2)]);
}

async function createGifScript(): Promise<Buffer> {
  const picture = await createGoodPicture('gif');
  picture.write('/*', 6, 'latin1');
  return Buffer.concat([picture, toBytes(`*/${SCRIPT}`)]);
}

const createArchive = () => zipSync({ 'index.html': new TextEncoder().encode(PAGE) });
const insertAfter = (format: ImageFormat, what: () => Uint8Array): Maker => {
  return async () => Buffer.concat([await createGoodPicture(format), what()]);
};

const createTiff = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: '#08f' } })
    .tiff()
    .toBuffer();
const createNestedEntities = () =>
  toBytes(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a0 "ha">${Array.from({ length: 30 }, (_, no) => `<!ENTITY a${no + 1} "${`&a${no};`.repeat(10)}">`).join('')}<!ENTITY f SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&a30;&f;</text></svg>`,
  );

/** Functions that create one hostile file of each kind. */
const MAKERS: [kind: string, make: Maker][] = [
  ['svg', (chance) => createTurbulence(5_000 + pickInteger(chance, 20_000))],
  ['svg of nested entities', createNestedEntities],
  ['svg after a byte order mark', () => Buffer.concat([toBytes('\xef\xbb\xbf  '), createTurbulence(5_000)])],
  ['svgz', () => gzipSync(createTurbulence(5_000))],
  ['tiff', createTiff],
  [
    'bmp',
    () => toBytes('BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00\xff\xff\xff\x7f\xff\xff\xff\x7f'),
  ],
  ['ico', () => toBytes('\x00\x00\x01\x00\xff\xff\x00\x00\x00\x00\x01\x00\x20\x00\xff\xff\xff\x7f\x16\x00\x00\x00')],
  [
    'heic',
    (chance) =>
      Buffer.concat([
        toBytes('\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic'),
        Buffer.alloc(pickInteger(chance, 999)),
      ]),
  ],
  ['jpeg 2000', () => toBytes('\x00\x00\x00\x0cjP  \r\n\x87\n\x00\x00\x00\x14ftypjp2 \x00\x00\x00\x00jp2 ')],
  ['jpeg xl', () => toBytes('\x00\x00\x00\x0cJXL \r\n\x87\n\x00\x00\x00\x14ftypjxl ')],
  ['pdf', () => toBytes('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF')],
  ['page', () => toBytes(PAGE)],
  ['empty', () => new Uint8Array()],
  [
    'noise',
    (chance) =>
      Buffer.from(Array.from({ length: 1 + pickInteger(chance, 5_000) }, () => pickInteger(chance, 256) & 0x7f)),
  ],
  ...FORMATS.map((format): [string, Maker] => [`head of a ${format} and noise`, createNoisy(format)]),
  ...FORMATS.map((format): [string, Maker] => [`${format} that says it is vast`, createHugePicture(format)]),
  ...FORMATS.map((format): [string, Maker] => [`truncated ${format}`, createTruncated(format)]),
  ['png that unfolds', (_, no) => createFlatPng(12_000 + (no % 9) * 1_000, 12_000, 12_000)],
  ['png with a side of 30,000', (chance) => createFlatPng(30_000, 8 + pickInteger(chance, 40), 8)],
  ['png with fewer rows than it says', (chance) => createFlatPng(6_000, 6_000, 10 + pickInteger(chance, 99))],
  ['gif of thousands of frames', (chance) => createLongGif(2_000 + pickInteger(chance, 60_000))],
  ['webp of thousands of frames', (chance) => createLongWebp(2_000 + pickInteger(chance, 9_000))],
  ['jpeg of a thousand passes', createManyScans],
  [
    'png with texts that unfold',
    () => {
      const text = createPngChunk(
        'zTXt',
        Buffer.concat([toBytes('k\x00\x00'), deflateSync(Buffer.alloc(7_000_000, 'a'))]),
      );
      return withChunk(Buffer.concat(Array.from({ length: 400 }, () => text)));
    },
  ],
  ['gif and script', createGifScript],
  ['jpeg and page', insertAfter('jpeg', () => toBytes(PAGE))],
  ['jpeg with a page as comment', () => createCommented(toBytes(PAGE))],
  ['jpeg and pdf', () => createCommented(toBytes('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj'))],
  ['png and archive', insertAfter('png', createArchive)],
  ['gif and archive', insertAfter('gif', createArchive)],
  ['webp and program', insertAfter('webp', () => toBytes('<?php system($_GET[0]);'))],
];

/** Valid pictures whose metadata is circular or expands to a huge size. */
const CARRIERS: [kind: string, make: Maker][] = [
  [
    'png with a profile that unfolds',
    () =>
      withChunk(createPngChunk('iCCP', Buffer.concat([toBytes('p\x00\x00'), deflateSync(Buffer.alloc(100_000_000))]))),
  ],
  [
    'jpeg with directories in a circle',
    async () => {
      const picture = await createGoodPicture('jpeg');
      const circle = toBytes(
        'II*\x00\x08\x00\x00\x00\x01\x00\x69\x87\x04\x00\x01\x00\x00\x00\x08\x00\x00\x00\x08\x00\x00\x00',
      );
      const exif = Buffer.concat([toBytes('Exif\x00\x00'), circle]);
      const size = Buffer.alloc(2);
      size.writeUInt16BE(exif.length + 2);
      return Buffer.concat([picture.subarray(0, 2), toBytes('\xff\xe1'), size, exif, picture.subarray(2)]);
    },
  ],
];

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const;

async function createFiles(makers: typeof MAKERS, count: number, seed: number): Promise<HostileFile[]> {
  const chance = createRandom(seed);
  const files: HostileFile[] = [];
  for (let no = 0; no < count; no++) {
    const [kind, make] = makers[no % makers.length]!;
    // Choose a declared type that's independent of the content.
    const type = TYPES[no % TYPES.length]!;
    const bytes = new Uint8Array(await make(chance, no));
    files.push({ kind, name: `me.${type.slice('image/'.length)}`, type, bytes });
  }
  return files;
}

/** @param count the number of files; the first ones cover each kind once */
export const createHostileFiles = (count: number = MAKERS.length, seed = 1) => createFiles(MAKERS, count, seed);
/** Returns pictures that may be accepted as long as none of their extra data is kept. */
export const createCarrierFiles = () => createFiles(CARRIERS, CARRIERS.length, 1);

/** Returns a valid picture that takes too long to re-encode in its declared format. */
export async function createOverrunFile(): Promise<HostileFile> {
  const canvas = sharp({ create: { width: 6_300, height: 6_300, channels: 3, background: '#f80' } });
  return { kind: 'overrun', name: 'me.avif', type: 'image/avif', bytes: new Uint8Array(await canvas.png().toBuffer()) };
}
