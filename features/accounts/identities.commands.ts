import type { Actor, Deps } from '../../server/deps.ts';
import { recordProviders } from './accounts.commands.ts';
import { deleteIdentity, listIdentities, updateUser } from './accounts.queries.ts';
import { getAuthSettings } from './accounts.rules.ts';
import { AuthRefusal } from './auth-protocol.commands.ts';
import { type AuthorizeInput, startAuthorization } from './oauth/oauth.commands.ts';
import { requireAal2 } from './person/person.commands.ts';
import { recordEvent } from './security-events/security-events.commands.ts';
import { lockActor } from './sessions/sessions.commands.ts';
import type { Visit } from './sessions/visits.commands.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function requireLinkingEnabled(deps: Deps): void {
  if (!getAuthSettings(deps.env).manualLinking) {
    throw new AuthRefusal(404, 'manual_linking_disabled', 'Manual linking is disabled');
  }
}

/** Starts linking another provider to the signed-in user. @returns the URL to redirect the browser to */
export async function linkIdentity(deps: Deps, actor: Actor, input: AuthorizeInput, visit: Visit): Promise<string> {
  requireLinkingEnabled(deps);
  await requireAal2(deps, actor, 'link a sign-in');
  return startAuthorization(deps, input, visit, actor);
}

/**
 * Unlinks a sign-in method, unless it's the last one.
 * @throws AuthRefusal single_identity_not_deletable, identity_not_found, insufficient_aal
 */
export async function unlinkIdentity(deps: Deps, actor: Actor, id: string): Promise<void> {
  requireLinkingEnabled(deps);
  await requireAal2(deps, actor, 'unlink a sign-in');
  await deps.db.transaction(async (tx) => {
    const user = await lockActor(tx, actor);
    const userIdentities = await listIdentities(tx, [actor.userId]);
    const found = UUID.test(id) ? userIdentities.find((identity) => identity.id === id) : undefined;
    if (!found) throw new AuthRefusal(422, 'identity_not_found', "Identity doesn't exist");
    if (userIdentities.length < 2) {
      const why = 'User must have at least 1 identity after unlinking';
      throw new AuthRefusal(422, 'single_identity_not_deletable', why);
    }
    await deleteIdentity(tx, found.id);
    const remaining = userIdentities.filter((identity) => identity.id !== found.id);
    // Without the email identity, the password must stop working.
    if (found.provider === 'email') await updateUser(tx, user.id, { encryptedPassword: null }, deps.now());
    await recordProviders(tx, deps, user, remaining);
    await recordEvent(tx, deps, user.id, { action: 'identity_unlinked' });
  });
}
