import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { getClockOffset } from './queue.queries.ts';

const REFRESH_MS = 10_000;
/** Less than it takes to ask is no difference. */
const LEAST_MS = 100;

const clockOffsets = new WeakMap<Deps, { ahead: number; at: number }>();

/**
 * The instant by the database's clock: nodes whose clocks differ must not judge a deadline differently. How far it is
 * ahead is asked now and then.
 * @param db the transaction that the caller has open: the embedded database answers nobody else meanwhile
 */
export async function getQueueNow(deps: Deps, db: Db = deps.db): Promise<Date> {
  const at = performance.now();
  let one = clockOffsets.get(deps);
  if (!one || at - one.at > REFRESH_MS) {
    one = { ahead: await getClockOffset(db), at };
    clockOffsets.set(deps, one);
  }
  const ahead = Math.abs(one.ahead) < LEAST_MS ? 0 : Math.round(one.ahead);
  return new Date(deps.now().getTime() + ahead);
}
