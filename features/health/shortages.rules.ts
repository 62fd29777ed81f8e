/**
 * Error codes for resources that can run out, from PostgreSQL (disk_full and out_of_memory), the file system and the
 * object store.
 */
const CODES: Readonly<Record<string, Shortage>> = {
  53100: 'disk',
  ENOSPC: 'disk',
  EDQUOT: 'disk',
  53200: 'memory',
  OBJECT_STORE: 'files',
};
const MAX_CAUSE_DEPTH = 5;

export type Shortage = 'disk' | 'memory' | 'files';

/** Returns the resource that has run out according to an error or its cause, or undefined. */
export function detectShortage(error: unknown, depth = 0): Shortage | undefined {
  if (!(error instanceof Error) || depth === MAX_CAUSE_DEPTH) return undefined;
  return CODES[String((error as { code?: unknown }).code)] ?? detectShortage(error.cause, depth + 1);
}
