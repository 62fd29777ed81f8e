import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inflate } from '@sparticuz/chromium';

const CACHE = resolve('node_modules/.cache');
const UNPACKED_FOLDER = join(CACHE, 'chromium');
const PACKED_FOLDER = resolve('node_modules/@sparticuz/chromium/bin');

/**
 * Our own font configuration. The bundled one looks in fixed folders, and without any font, Chromium crashes on the
 * first form.
 */
const FONTS = `<?xml version="1.0" ?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(UNPACKED_FOLDER, 'fonts', 'fonts')}</dir>
  <cachedir>${join(CACHE, 'fontconfig')}</cachedir>
</fontconfig>
`;

/**
 * Unpacks the test browser once, from an npm package that includes its system libraries, so the machine needs no
 * installation.
 * @returns the program, and the environment variables to start it with
 */
export async function unpackChromium(): Promise<{ program: string; variables: Record<string, string> }> {
  if (!existsSync(UNPACKED_FOLDER)) await unpack();
  return {
    program: join(UNPACKED_FOLDER, 'chromium'),
    variables: {
      FONTCONFIG_PATH: join(UNPACKED_FOLDER, 'fonts'),
      LD_LIBRARY_PATH: [join(UNPACKED_FOLDER, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
    },
  };
}

/** Unpacks to a temporary folder and renames it, so an interrupted run is never mistaken for a complete one. */
async function unpack(): Promise<void> {
  const temporaryFolder = `${UNPACKED_FOLDER}.new-${process.pid}`;
  mkdirSync(temporaryFolder, { recursive: true });
  const before = process.env.TMPDIR;
  // The package unpacks to the temporary folder, so use one that `npm ci` cleans up.
  process.env.TMPDIR = temporaryFolder;
  try {
    for (const name of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']) {
      await inflate(join(PACKED_FOLDER, name));
    }
    writeFileSync(join(temporaryFolder, 'fonts', 'fonts.conf'), FONTS);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  if (existsSync(UNPACKED_FOLDER)) rmSync(temporaryFolder, { recursive: true, force: true });
  else renameSync(temporaryFolder, UNPACKED_FOLDER);
}
