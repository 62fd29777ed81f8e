/** Maximum size of one kind of metadata, as JSON in UTF-8. */
export const MAX_METADATA_BYTES = 4 * 1024;
/** Maximum size of an access token. Clients send it in a header, and proxies reject 8 KB or more. */
export const MAX_TOKEN_BYTES = 6 * 1024;

type Metadata = Record<string, unknown>;

export const getByteLength = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Returns an error message if the metadata is too large. */
export function findMetadataProblem(field: string, metadata: Metadata): string | undefined {
  const bytes = getByteLength(metadata);
  if (bytes <= MAX_METADATA_BYTES) return undefined;
  return `${field} can hold 4 KB, and this would be ${Math.ceil(bytes / 1024)} KB. Send less, or remove names by setting them to null.`;
}

/**
 * Keeps as many entries as fit, smallest first, so that a large picture doesn't displace a name.
 * @param mostBytes maximum size of the resulting JSON
 */
export function fitMetadata(metadata: Metadata, mostBytes: number): Metadata {
  if (getByteLength(metadata) <= mostBytes) return metadata;
  const sized = Object.entries(metadata).map(([name, value]) => ({
    name,
    bytes: getByteLength({ [name]: value }) - 1,
  }));
  const keptKeys = new Set<string>();
  let bytes = 1;
  for (const one of sized.sort((a, b) => a.bytes - b.bytes)) {
    if (bytes + one.bytes > mostBytes) break;
    bytes += one.bytes;
    keptKeys.add(one.name);
  }
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => keptKeys.has(name)));
}
