import type { Deps } from '../../server/deps.ts';
import { type CreatedUser, makeUser } from '../accounts/accounts.factory.ts';
import { grantAdminRole } from './admins.queries.ts';

/** Creates an admin with an active session. */
export async function makeAdmin(deps: Deps, options: Parameters<typeof makeUser>[1] = {}): Promise<CreatedUser> {
  const user = await makeUser(deps, options);
  await grantAdminRole(deps.db, user.userId);
  return user;
}
