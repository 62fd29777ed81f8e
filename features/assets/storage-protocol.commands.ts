import { Refusal, type RefusalCode } from '../../server/refusal.ts';
import { HOUR_SECONDS } from '../../time/units.ts';

type Kind = {
  code: string;
  status: 400 | 403 | 404 | 409 | 413 | 415 | 416 | 429 | 503;
  context: RefusalCode;
  error: string;
};

/** The Storage protocol's errors. Clients read `statusCode`, `code` and `message`. */
const KINDS = {
  noSuchBucket: { code: 'NoSuchBucket', status: 404, context: 'not_found', error: 'Bucket not found' },
  noSuchKey: { code: 'NoSuchKey', status: 404, context: 'not_found', error: 'not_found' },
  duplicate: { code: 'KeyAlreadyExists', status: 409, context: 'conflict', error: 'Duplicate' },
  bucketExists: { code: 'ResourceAlreadyExists', status: 409, context: 'conflict', error: 'Duplicate' },
  notEmpty: { code: 'BucketNotEmpty', status: 409, context: 'conflict', error: 'Conflict' },
  denied: { code: 'AccessDenied', status: 403, context: 'forbidden', error: 'Unauthorized' },
  badKey: { code: 'InvalidKey', status: 400, context: 'invalid', error: 'Invalid Key' },
  badName: { code: 'InvalidBucketName', status: 400, context: 'invalid', error: 'Invalid Input' },
  badRequest: { code: 'InvalidRequest', status: 400, context: 'invalid', error: 'Invalid Input' },
  badToken: { code: 'InvalidJWT', status: 400, context: 'invalid', error: 'InvalidJWT' },
  tooLarge: { code: 'EntityTooLarge', status: 413, context: 'invalid', error: 'Payload too large' },
  badType: { code: 'InvalidMimeType', status: 415, context: 'invalid', error: 'invalid_mime_type' },
  badRange: { code: 'InvalidRange', status: 416, context: 'invalid', error: 'invalid_range' },
  notOffered: { code: 'FeatureNotEnabled', status: 403, context: 'forbidden', error: 'FeatureNotEnabled' },
  waiting: { code: 'SlowDown', status: 429, context: 'too_many', error: 'Too many requests' },
  busy: { code: 'SlowDown', status: 503, context: 'unavailable', error: 'Service unavailable' },
  full: { code: 'QuotaExceeded', status: 429, context: 'too_many', error: 'Quota exceeded' },
} as const satisfies Record<string, Kind>;

export class StorageRefusal extends Refusal {
  readonly kind: Kind;
  constructor(kind: keyof typeof KINDS, message: string) {
    super(KINDS[kind].context, message, undefined, WAITS[kind]);
    this.kind = KINDS[kind];
  }
}

/** Retry-After in seconds. */
const WAITS: Partial<Record<keyof typeof KINDS, number>> = { waiting: 5, busy: 5, full: HOUR_SECONDS };

/** The protocol's names for general errors: account, limits and server problems. */
const OTHER_ERRORS: Record<string, { code: string; error: string }> = {
  invalid: { code: 'InvalidRequest', error: 'Invalid Input' },
  unauthenticated: { code: 'AccessDenied', error: 'Unauthorized' },
  forbidden: { code: 'AccessDenied', error: 'Unauthorized' },
  leaving: { code: 'AccessDenied', error: 'leaving' },
  not_found: { code: 'NoSuchKey', error: 'not_found' },
  gone: { code: 'NoSuchKey', error: 'not_found' },
  conflict: { code: 'InvalidRequest', error: 'Conflict' },
  too_many: { code: 'SlowDown', error: 'Too many requests' },
  unavailable: { code: 'SlowDown', error: 'Service unavailable' },
};
const INTERNAL_ERROR = { code: 'InternalError', error: 'Internal' };

/** Converts a refusal to the protocol's single error shape. */
export function toStorageError<Status extends number>(refusal: { status: Status; code: string }, message: string) {
  const refusalKind = refusal instanceof StorageRefusal ? refusal.kind : undefined;
  const { error, code } = refusalKind ?? OTHER_ERRORS[refusal.code] ?? INTERNAL_ERROR;
  const status = refusalKind?.status ?? refusal.status;
  return { status, body: { statusCode: String(status), error, code, message } };
}
