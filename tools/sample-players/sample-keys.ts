import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const WRITE_DELAY_MS = 2_000;

type Kept = { tokens: Record<string, string>; engaged: string[] };

/**
 * What sample players remember from one start to the next, in a file of their own: how to go on with their sessions, so
 * that they need not all sign in again, and who of them has to do with people.
 */
export class SampleKeys {
  private readonly file: string | undefined;
  private readonly kept: Kept;
  private writing: NodeJS.Timeout | undefined;

  /** @param file undefined: nothing outlives the program */
  constructor(file: string | undefined) {
    this.file = file;
    this.kept = read(file);
  }

  token(userId: string): string | undefined {
    return this.kept.tokens[userId];
  }

  /** @param token undefined: it is of no more use */
  keep(userId: string, token: string | undefined): void {
    if (token) this.kept.tokens[userId] = token;
    else delete this.kept.tokens[userId];
    this.scheduleWrite();
  }

  engaged(): readonly string[] {
    return this.kept.engaged;
  }

  keepEngaged(userIds: string[]): void {
    this.kept.engaged = userIds;
    this.scheduleWrite();
  }

  /** Writes what has not been written yet. */
  close(): void {
    if (this.writing) this.write();
  }

  private scheduleWrite(): void {
    this.writing ??= setTimeout(() => this.write(), WRITE_DELAY_MS);
  }

  private write(): void {
    clearTimeout(this.writing);
    this.writing = undefined;
    if (!this.file) return;
    try {
      writeFileSync(`${this.file}.new`, JSON.stringify(this.kept), { mode: 0o600 });
      renameSync(`${this.file}.new`, this.file);
    } catch {
      // They sign in again next time.
    }
  }
}

function read(file: string | undefined): Kept {
  try {
    const kept = JSON.parse(readFileSync(file ?? '', 'utf8')) as Partial<Kept>;
    return { tokens: kept.tokens ?? {}, engaged: kept.engaged ?? [] };
  } catch {
    return { tokens: {}, engaged: [] };
  }
}
