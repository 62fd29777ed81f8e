import type { Deps } from '../../server/deps.ts';
import { makeUser } from '../accounts/factory.ts';
import { verifySeller } from '../deals/factory.ts';
import { appointCoach } from './coaching/commands.ts';
import type { Window } from './schema.ts';

const ALL_DAYS: Window['days'] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** A verified person behind one of the faces of content/coaches.ts. */
export async function makeCoach(
  deps: Deps,
  {
    coachId = 'coach-handles',
    timezone = 'UTC',
    hours = [{ days: ALL_DAYS, start: '00:00', end: '24:00' }] as Window[],
  } = {},
) {
  const user = await makeUser(deps);
  await verifySeller(deps, user.userId);
  await deps.db.transaction((tx) => appointCoach(tx, deps, { coachId, userId: user.userId, timezone, hours }));
  return { ...user, coachId };
}
