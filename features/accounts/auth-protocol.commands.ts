import { Refusal, type RefusalCode } from '../../server/refusal.ts';

const REFUSAL_BY_CODE: Record<number, RefusalCode> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  422: 'invalid',
  429: 'too_many',
};

/** An error of the sign-in protocol: a status, a code for clients, and a message for users. */
export class AuthRefusal extends Refusal {
  readonly protocol: { status: 400 | 401 | 403 | 404 | 409 | 422 | 429; code: string; extra: object };
  constructor(
    status: AuthRefusal['protocol']['status'],
    code: string,
    message: string,
    extraFields: Record<string, unknown> & { retry_after?: number } = {},
  ) {
    super(REFUSAL_BY_CODE[status]!, message, undefined, extraFields.retry_after);
    this.protocol = { status, code, extra: extraFields };
  }
}
