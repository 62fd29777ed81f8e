type RangeRequest = { range: string | undefined; ifRange: string | undefined };
type Version = { etag: string; modifiedAt: Date };
type Part = { from: number; to: number };

/** HTTP knows whole seconds. */
const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** Whether a file is no newer than an HTTP date; never for a date that cannot be read. */
export function isUnmodifiedSince(modifiedAt: Date, since: string | undefined): boolean {
  const seconds = Date.parse(since ?? '') / 1000;
  return !Number.isNaN(seconds) && toSeconds(modifiedAt) <= seconds;
}

/** `If-Range` asks for a part only of the very version that somebody has: a weak tag never promises that. */
function isSameVersion(ifRange: string, { etag, modifiedAt }: Version): boolean {
  if (ifRange.includes('"')) return ifRange.trim() === etag;
  return toSeconds(modifiedAt) === Date.parse(ifRange) / 1000;
}

/**
 * The part of a file that is asked for (RFC 9110 14.1.2): `bytes=0-99`, `bytes=100-`, or the last `bytes=-100`.
 * @returns `whole` for no range, several, or one that cannot be read, which servers ignore; `none` for one outside of it
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

/** What `encodeURIComponent` leaves and a parameter of a header may not hold (RFC 8187). */
const LEFT = /['()*]/g;

/** Lets a browser save a file under a name: for old clients and, in full, for those that know UTF-8 there. */
export function toAttachmentHeader(name: string): string {
  const encoded = encodeURIComponent(name).replace(LEFT, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`;
}
