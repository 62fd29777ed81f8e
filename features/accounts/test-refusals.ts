import { Refusal } from '../../server/refusal.ts';
import { AuthRefusal } from './auth-protocol.commands.ts';

/** Returns an attempt's outcome: 'done', or the refusal's code, with its status if the protocol defines one. */
export async function readOutcome(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
    return 'done';
  } catch (error) {
    if (error instanceof AuthRefusal) return `${error.protocol.status} ${error.protocol.code}`;
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
