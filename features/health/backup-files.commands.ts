import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** Bytes in one line of a backup; a multiple of three, so that no line but the last is padded. */
const CHUNK = 48 * 1024;
/** A file that is being written; it is not whole yet. */
const UNFINISHED = /\.(new|part)$/;

export type StoredFile = { key: string; bytes: number };

/** Every file in a folder and below it, in a fixed order; none when the folder is not there. */
export async function listFiles(folder: string): Promise<StoredFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const keys = entries
    .filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
  const files: StoredFile[] = [];
  for (const key of keys) {
    const found = await stat(join(folder, key)).catch(() => undefined);
    if (found) files.push({ key, bytes: found.size });
  }
  return files;
}

/** A file as lines of base64. One that was removed meanwhile has none: its row will be found without a file. */
export async function* readFileLines(folder: string, key: string): AsyncGenerator<string> {
  try {
    for await (const chunk of createReadStream(join(folder, key), { highWaterMark: CHUNK })) {
      yield (chunk as Buffer).toString('base64');
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Writes files of a backup one after the other; each stands under its name once it is whole. */
export function createFileWriter(folder: string | undefined) {
  let current: { path: string; handle: Awaited<ReturnType<typeof open>> } | undefined;
  const finish = async () => {
    if (!current) return;
    const { path, handle } = current;
    current = undefined;
    await handle.sync();
    await handle.close();
    await rename(`${path}.new`, path);
  };
  return {
    /** @throws Error for a key that would leave the folder */
    begin: async (key: string) => {
      await finish();
      if (!folder) return;
      const path = join(folder, key);
      if (relative(folder, path).startsWith('..'))
        throw new Error(`The backup names a file outside its folder: ${key}`);
      await mkdir(dirname(path), { recursive: true });
      current = { path, handle: await open(`${path}.new`, 'w', 0o600) };
    },
    line: async (text: string) => {
      await current?.handle.write(Buffer.from(text, 'base64'));
    },
    finish,
  };
}
