import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Actor, Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toIsoOrNull } from '../../time/instants.ts';
import type { Security } from './account-security.schema.ts';
import * as messages from './accounts.messages.ts';
import { findUser } from './accounts.queries.ts';
import { countUnusedCodes } from './recovery-codes.queries.ts';
import { recordEvent } from './security-events/security-events.commands.ts';
import { deleteSession, findSession, listSessions } from './sessions/sessions.queries.ts';
import { describeDevice } from './sessions/sessions.rules.ts';

/** Returns the data for the security page, such as the user's devices. */
export async function readSecurity(deps: Deps, actor: Actor): Promise<Security> {
  const user = await findUser(deps.db, actor.userId);
  const sessions = await listSessions(deps.db, actor.userId);
  return {
    devices: sessions.map((session) => ({
      id: session.id,
      device: describeDevice(readerTranslator, session.userAgent),
      place: session.place,
      ip: session.ip,
      current: session.id === actor.sessionId,
      second_factor: session.aal === 'aal2',
      created_at: session.createdAt.toISOString(),
      last_used_at: (session.refreshedAt ?? session.createdAt).toISOString(),
    })),
    has_password: Boolean(user?.encryptedPassword) && !user?.passwordShutAt,
    password_shut: Boolean(user?.passwordShutAt),
    recovery_codes_left: await countUnusedCodes(deps.db, actor.userId),
    delete_after: toIsoOrNull(user?.deleteAfter),
  };
}

/** Signs out one device. @throws Refusal not_found for a session that isn't the user's */
export async function endDevice(deps: Deps, actor: Actor, id: string): Promise<void> {
  const session = await findSession(deps.db, id);
  if (session?.userId !== actor.userId) throw new Refusal('not_found', messages.deviceNotSignedIn);
  await deps.db.transaction(async (tx) => {
    await deleteSession(tx, id);
    await recordEvent(tx, deps, actor.userId, { action: 'session_ended' });
  });
}
