import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const WRITE_DELAY_MS = 2_000;

type Kept = { tokens: Record<string, string>; engaged: string[] };

/**
 * Data that sample players keep between starts, in their own file: session tokens, so that they don't all have to sign
 * in again, and which of them interact with people.
 */
export class SampleKeys {
  private readonly file: string | undefined;
  private readonly kept: Kept;
  private writing: NodeJS.Timeout | undefined;

  /** @param file undefined keeps nothing after the process exits */
  constructor(file: string | undefined) {
    this.file = file;
    this.kept = read(file);
  }

  token(userId: string): string | undefined {
    return this.kept.tokens[userId];
  }

  /** @param token undefined removes a token that no longer works */
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

  /** Writes pending changes. */
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
