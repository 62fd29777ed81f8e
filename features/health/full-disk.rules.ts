/** PostgreSQL's disk_full and out_of_memory, and what the file system says. */
const CODES = ['53100', '53200', 'ENOSPC', 'EDQUOT'];
const DEEPEST = 5;

/** Whether an error, or what it was caused by, says that there is no room for a write. */
export function isFullDisk(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth === DEEPEST) return false;
  if (CODES.includes(String((error as { code?: unknown }).code))) return true;
  return isFullDisk(error.cause, depth + 1);
}
