import sharp, { type Metadata, type Sharp } from 'sharp';
import {
  detectFormat,
  hasTooManyTextChunks,
  isOversizedGif,
  isPolyglot,
  MAX_FRAMES,
  MAX_PIXELS,
  MAX_SIDE,
} from './formats.ts';
import {
  type ImageBytes,
  type ImageFault,
  type ImageFormat,
  type ImageTransform,
  type PictureOutcome,
  READ_TIMEOUT_MS,
  type ReadTask,
  type Square,
} from './picture-tasks.ts';
import { serveTasks } from './serve-tasks.ts';

/*
 * The process that reads user uploads. It has only five decoders and can't open SVG, TIFF, PDF and the like, whatever a
 * file claims to be.
 */
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((decoder) => `VipsForeignLoad${decoder}Buffer`),
});

const LIMITS = { limitInputPixels: MAX_PIXELS, unlimited: false, failOn: 'warning', pages: 1 } as const;
/** Encoders for re-encoding a picture in its own format, tuned for speed rather than file size. */
const ENCODERS: { [F in ImageFormat]: (picture: Sharp) => Sharp } = {
  jpeg: (picture) => picture.jpeg(),
  png: (picture) => picture.png({ compressionLevel: 4 }),
  webp: (picture) => picture.webp({ effort: 2 }),
  avif: (picture) => picture.avif({ effort: 1 }),
  gif: (picture) => picture.gif({ effort: 1 }),
};

const toBytes = async (picture: Sharp): Promise<ImageBytes> => new Uint8Array(await picture.toBuffer());

/** Returns the fault in a file's metadata, if any, before any pixel is decoded. */
function findFault({ format, compression, width, height, pages = 1 }: Metadata): ImageFault | undefined {
  const isSupported = format === 'heif' ? compression === 'av1' : ['jpeg', 'png', 'webp', 'gif'].includes(format);
  if (!isSupported || width < 1 || height < 1) return 'unreadable';
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) return 'large';
  return pages > MAX_FRAMES ? 'moving' : undefined;
}

async function cropSquares(
  bytes: ImageBytes,
  { width, height }: Metadata['autoOrient'],
  transform: ImageTransform & { make: 'squares' },
) {
  const { crop } = transform;
  const edge = Math.min(crop?.size ?? Math.min(width, height), width, height);
  const square: Square = {
    x: Math.min(crop?.x ?? Math.floor((width - edge) / 2), width - edge),
    y: Math.min(crop?.y ?? Math.floor((height - edge) / 2), height - edge),
    size: edge,
  };
  const largest = Math.max(...transform.edges);
  const { data, info } = await sharp(bytes, LIMITS)
    .autoOrient()
    .extract({ left: square.x, top: square.y, width: square.size, height: square.size })
    .resize(largest, largest)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rawOptions = { width: info.width, height: info.height, channels: info.channels };
  const sizes = transform.edges.map((one) =>
    toBytes(sharp(data, { raw: rawOptions }).resize(one, one).webp({ quality: 82 })),
  );
  return Promise.all(sizes);
}

async function transformImage(
  bytes: ImageBytes,
  upright: Metadata['autoOrient'],
  transform: ImageTransform,
): Promise<ImageBytes[]> {
  if (transform.make === 'squares') return cropSquares(bytes, upright, transform);
  const picture = sharp(bytes, LIMITS).autoOrient();
  if (transform.make === 'anew') return [await toBytes(ENCODERS[transform.format](picture))];
  const { edge } = transform;
  const resizedPicture = picture.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });
  return [await toBytes(resizedPicture.webp({ quality: 80 }))];
}

serveTasks<ReadTask>(READ_TIMEOUT_MS, async ({ bytes, transform }): Promise<PictureOutcome<ImageBytes[]>> => {
  if (!detectFormat(bytes)) return { fault: 'unreadable' };
  if (isOversizedGif(bytes)) return { fault: 'large' };
  if (hasTooManyTextChunks(bytes)) return { fault: 'costly' };
  const metadata = await sharp(bytes, { ...LIMITS, limitInputPixels: false }).metadata();
  const fault = findFault(metadata);
  if (fault) return { fault };
  if (isPolyglot(bytes)) return { fault: 'twofold' };
  return { made: await transformImage(bytes, metadata.autoOrient, transform) };
});
