import { saveFile } from '../../../web/save-file.ts';
import type { GeneratedLogo } from '../logo-tool.schema.ts';

/** Packs every mark as PNG and SVG into one download. The zip library is loaded on demand. */
export async function saveZip(logos: readonly GeneratedLogo[]): Promise<void> {
  const { strToU8, zipSync } = await import('fflate');
  const files: Record<string, Uint8Array> = {};
  for (const logo of logos) {
    const png = Uint8Array.from(atob(logo.imageData.split(',')[1] ?? ''), (letter) => letter.charCodeAt(0));
    files[logo.filename] = png;
    files[logo.filename.replace(/\.png$/, '.svg')] = strToU8(logo.svg);
  }
  saveFile(new Blob([new Uint8Array(zipSync(files))], { type: 'application/zip' }), 'planet-crew-partner-marks.zip');
}
