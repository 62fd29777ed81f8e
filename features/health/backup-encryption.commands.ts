import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { BackupError } from './backups.rules.ts';

/** Encrypts with public keys: https://age-encryption.org. */
const PROGRAM = 'age';
const MISSING = `The program "${PROGRAM}" isn't installed here, so encrypted backups can't be written or read. Install it, as in: apt-get install age`;
export const ENCRYPTED_SUFFIX = '.age';

/**
 * Starts the program as one step of a pipeline.
 * @returns its streams, and a promise that rejects with the program's own message if it fails
 */
function startProgram(args: string[]) {
  const child = spawn(PROGRAM, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const messages: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => messages.push(chunk));
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new BackupError(MISSING) : error),
    );
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new BackupError(`${PROGRAM} failed: ${Buffer.concat(messages).toString('utf8').trim()}`)),
    );
  });
  // The caller awaits this promise after reading the output. Until then, a rejection must not count as unhandled.
  done.catch(() => undefined);
  // Ignore the broken pipe if the program ends early, because its exit code gives the reason.
  child.stdin.on('error', () => undefined);
  return { input: child.stdin, output: child.stdout, done };
}

/** Encrypts chunks for a recipient's public key. @throws BackupError when age is missing or refuses the key */
export async function* encrypt(chunks: AsyncIterable<Uint8Array>, recipient: string): AsyncGenerator<Uint8Array> {
  const { input, output, done } = startProgram(['--encrypt', '--recipient', recipient]);
  const feeding = (async () => {
    for await (const chunk of chunks) {
      if (!input.writable) return;
      if (!input.write(chunk)) await Promise.race([once(input, 'drain'), done]);
    }
    input.end();
  })();
  feeding.catch(() => input.destroy());
  for await (const chunk of output) yield chunk as Uint8Array;
  await done;
  await feeding;
}

/**
 * Opens a backup for reading, decrypted if needed.
 * @param identity file with the private key of an encrypted backup
 * @throws BackupError when the key is missing
 */
export function openBackupFile(file: string, identity: string | undefined): { source: Readable; done: Promise<void> } {
  if (!file.endsWith(ENCRYPTED_SUFFIX)) return { source: createReadStream(file), done: Promise.resolve() };
  if (!identity) {
    throw new BackupError(`${file} is encrypted. Add the file with the private key: --identity <file>`);
  }
  const { input, output, done } = startProgram(['--decrypt', '--identity', identity, file]);
  input.end();
  return { source: output, done };
}
