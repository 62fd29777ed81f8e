import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { clockAhead } from './queue.queries.ts';

const ASKED_EVERY_MS = 10_000;
/** Less than it takes to ask is no difference. */
const LEAST_MS = 100;

const known = new WeakMap<Deps, { ahead: number; at: number }>();

/**
 * The instant by the database's clock: nodes whose clocks differ must not judge a deadline differently. How far it is
 * ahead is asked now and then.
 * @param db the transaction that the caller has open: the embedded database answers nobody else meanwhile
 */
export async function queueNow(deps: Deps, db: Db = deps.db): Promise<Date> {
  const at = performance.now();
  let one = known.get(deps);
  if (!one || at - one.at > ASKED_EVERY_MS) {
    one = { ahead: await clockAhead(db), at };
    known.set(deps, one);
  }
  const ahead = Math.abs(one.ahead) < LEAST_MS ? 0 : Math.round(one.ahead);
  return new Date(deps.now().getTime() + ahead);
}
