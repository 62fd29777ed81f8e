import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** Bytes per line of a backup. A multiple of three, so only the last line is padded. */
const CHUNK_SIZE = 48 * 1024;
/** Name of a file that's still being written. */
const UNFINISHED_FILE = /\.(new|part)$/;

export type StoredFile = { key: string; bytes: number };

/** Returns all files in a folder and its subfolders in a fixed order, or none when the folder doesn't exist. */
export async function listFiles(folder: string): Promise<StoredFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const keys = entries
    .filter((entry) => entry.isFile() && !UNFINISHED_FILE.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
  const files: StoredFile[] = [];
  for (const key of keys) {
    const fileStats = await stat(join(folder, key)).catch(() => undefined);
    if (fileStats) files.push({ key, bytes: fileStats.size });
  }
  return files;
}

/**
 * Yields a file as lines of base64, or nothing if the file was removed after it was listed. In that case, the backup
 * restores its row without a file.
 */
export async function* readFileLines(folder: string, key: string): AsyncGenerator<string> {
  try {
    for await (const chunk of createReadStream(join(folder, key), { highWaterMark: CHUNK_SIZE })) {
      yield (chunk as Buffer).toString('base64');
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Restores the files of a backup one by one. Each gets its final name only once it's complete. */
export function createFileWriter(folder: string | undefined) {
  let current: { path: string; handle: Awaited<ReturnType<typeof open>> } | undefined;
  const finishFile = async () => {
    if (!current) return;
    const { path, handle } = current;
    current = undefined;
    await handle.sync();
    await handle.close();
    await rename(`${path}.new`, path);
  };
  return {
    /** @throws Error for a key that would escape the folder */
    begin: async (key: string) => {
      await finishFile();
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
    finish: finishFile,
  };
}
