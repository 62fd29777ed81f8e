/** What people can find too little of: PostgreSQL's disk_full and out_of_memory, what the file system says, and the object store. */
const CODES: Readonly<Record<string, Shortage>> = {
  53100: 'disk',
  ENOSPC: 'disk',
  EDQUOT: 'disk',
  53200: 'memory',
  OBJECT_STORE: 'files',
};
const MAX_CAUSE_DEPTH = 5;

export type Shortage = 'disk' | 'memory' | 'files';

/** What an error, or what it was caused by, says that there is too little of. */
export function detectShortage(error: unknown, depth = 0): Shortage | undefined {
  if (!(error instanceof Error) || depth === MAX_CAUSE_DEPTH) return undefined;
  return CODES[String((error as { code?: unknown }).code)] ?? detectShortage(error.cause, depth + 1);
}
