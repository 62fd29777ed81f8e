import { Refusal, type RefusalCode } from '../../server/refusal.ts';

type Kind = {
  code: string;
  status: 400 | 403 | 404 | 409 | 413 | 415 | 429 | 503;
  context: RefusalCode;
  error: string;
};

/** How the Storage protocol says no; clients read `statusCode`, `code` and `message`. */
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
  waiting: { code: 'SlowDown', status: 429, context: 'too_many', error: 'Too many requests' },
  busy: { code: 'SlowDown', status: 503, context: 'unavailable', error: 'Service unavailable' },
  full: { code: 'QuotaExceeded', status: 429, context: 'too_many', error: 'Quota exceeded' },
} as const satisfies Record<string, Kind>;

export class StorageRefusal extends Refusal {
  readonly kind: Kind;
  constructor(kind: keyof typeof KINDS, message: string) {
    super(KINDS[kind].context, message);
    this.kind = KINDS[kind];
  }
  get body() {
    const { status, error, code } = this.kind;
    return { statusCode: String(status), error, code, message: this.message };
  }
}
