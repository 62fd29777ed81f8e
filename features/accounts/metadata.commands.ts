import { AuthRefusal } from './auth-protocol.commands.ts';
import { findMetadataProblem, getByteLength } from './metadata.rules.ts';

type Metadata = Record<string, unknown>;

/**
 * Validates the metadata sent for an account.
 * @throws AuthRefusal validation_failed for more than 4 KB
 */
export function validateMetadata(field: string, metadata: Metadata | null | undefined): Metadata {
  const problem = metadata ? findMetadataProblem(field, metadata) : undefined;
  if (problem) throw new AuthRefusal(400, 'validation_failed', problem);
  return metadata ?? {};
}

/**
 * Merges a change into metadata. A null value removes its key. Metadata that's already over the limit can be changed if
 * it becomes smaller.
 * @throws AuthRefusal validation_failed for more than 4 KB
 */
export function mergeMetadata(field: string, currentMetadata: Metadata, change: Metadata): Metadata {
  const mergedMetadata = Object.fromEntries(
    Object.entries({ ...currentMetadata, ...change }).filter(([, value]) => value !== null),
  );
  return getByteLength(mergedMetadata) < getByteLength(currentMetadata)
    ? mergedMetadata
    : validateMetadata(field, mergedMetadata);
}
