type RangeRequest = { range: string | undefined; ifRange: string | undefined };
type Version = { etag: string; modifiedAt: Date };
type Part = { from: number; to: number };

/** Truncates to seconds, like HTTP dates. */
const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** Returns whether a file is no newer than an HTTP date. False for an invalid date. */
export function isUnmodifiedSince(modifiedAt: Date, since: string | undefined): boolean {
  const seconds = Date.parse(since ?? '') / 1000;
  return !Number.isNaN(seconds) && toSeconds(modifiedAt) <= seconds;
}

/**
 * Checks `If-Range`, which requests a part only if the client has the exact same version. A weak tag never guarantees
 * that.
 */
function isSameVersion(ifRange: string, { etag, modifiedAt }: Version): boolean {
  if (ifRange.includes('"')) return ifRange.trim() === etag;
  return toSeconds(modifiedAt) === Date.parse(ifRange) / 1000;
}

/**
 * Resolves the requested part of a file (RFC 9110 14.1.2): `bytes=0-99`, `bytes=100-`, or the last `bytes=-100`.
 * @returns `whole` for no range, several ranges or an invalid one, which servers ignore; `none` for a range outside the
 * file
 */
export function resolveRange(
  { range, ifRange }: RangeRequest,
  size: number,
  version: Version,
): Part | 'whole' | 'none' {
  const [, first, last] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(range ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return 'whole';
  if (ifRange !== undefined && !isSameVersion(ifRange, version)) return 'whole';
  if (first === '')
    return Number(last) === 0 || size === 0 ? 'none' : { from: Math.max(0, size - Number(last)), to: size - 1 };
  if (last !== '' && Number(last) < Number(first)) return 'whole';
  if (Number(first) >= size) return 'none';
  return { from: Number(first), to: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** Characters that `encodeURIComponent` keeps but a header parameter can't contain (RFC 8187). */
const UNENCODED = /['()*]/g;

/**
 * Builds a header that makes browsers save a file under a name. The header contains a fallback name for old clients and
 * the full UTF-8 name for all others.
 */
export function toAttachmentHeader(name: string): string {
  const encodedName = encodeURIComponent(name).replace(
    UNENCODED,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename=${encodedName}; filename*=UTF-8''${encodedName}`;
}
