import { type Translatable, translate } from '../messages/lazy-text.ts';
import { readerTranslator } from '../messages/reader-translator.ts';

export type RefusalCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  /** The account is scheduled for deletion, so only undoing that is allowed. */
  | 'leaving'
  /** The user has to confirm something first, which `field` names. */
  | 'unconfirmed'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'too_many'
  | 'unavailable';

const STATUS = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  leaving: 403,
  unconfirmed: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_many: 429,
  unavailable: 503,
} as const satisfies Record<RefusalCode, number>;

/**
 * A command's refusal: a message that says what's wrong and what to do. The HTTP layer turns it into `{ error: { code,
 * message, field? } }`.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly #text: Translatable | string;
  readonly field: string | undefined;
  /** When to retry; becomes the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined;
  constructor(code: RefusalCode, message: Translatable | string, field?: string, retryAfterSeconds?: number) {
    super(typeof message === 'string' ? message : translate(readerTranslator, message));
    this.code = code;
    this.#text = message;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
  }
  get status() {
    return STATUS[this.code];
  }
  /** Returns the refusal in the current reader's language. Needed when someone else's request created it. */
  translateForReader(): Refusal {
    return new Refusal(this.code, this.#text, this.field, this.retryAfterSeconds);
  }
}

/**
 * Waits for work that may conflict with a newer change.
 * @returns the conflict, if there was one; the response should also contain the current state
 */
export async function catchConflict(work: Promise<unknown>): Promise<{ code: string; message: string } | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return { code: error.code, message: error.message };
    throw error;
  }
}
