import type { Certificate } from '../../../matcher/schema.ts';

export type { Certificate } from '../../../matcher/schema.ts';

/** The certificate of a run as it was written; one of an older matcher may lack what the console draws. */
export function certificateOf(stored: Record<string, unknown> | null): Certificate | null {
  const complete =
    stored && ['scores', 'coverage', 'wait', 'leftOverByReason', 'bound'].every((part) => part in stored);
  return complete ? (stored as unknown as Certificate) : null;
}
