import { endpoints } from '../../content/endpoints.ts';
import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { getVisit } from '../../features/accounts/auth-protocol.api.ts';
import { AuthRefusal } from '../../features/accounts/auth-protocol.commands.ts';
import { isService } from '../../features/accounts/sessions/sessions.commands.ts';
import { requireSwitchedOn } from '../../features/health/operating/operating.commands.ts';
import { requireAccess } from '../../features/moderation/access-policy.commands.ts';
import { PENDING_DELETION_REFUSAL } from '../../features/moderation/access-policy.rules.ts';
import { findAdminStatus, hasRequiredFactor } from '../../features/moderation/admins.queries.ts';
import { lazyText } from '../../messages/lazy-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Actor } from '../deps.ts';
import type { Authorizer } from '../http.ts';
import { Refusal } from '../refusal.ts';
import * as messages from '../server.messages.ts';
import { chargeOperation } from './rate-limit.ts';

/** Checks whether the actor may call an operation, based on the features' rules. */
export const authorizeRequest: Authorizer = async (c, access) => {
  const { who, surface } = access;
  const { actor, deps } = c.var;
  chargeOperation(deps, getVisit(c).ip, access.operation);
  if (who === 'visitor') {
    if (actor && findRefusal(actor, c.req.path, access)) c.set('actor', undefined);
    return;
  }
  if (who === 'service') {
    if (await isService(deps, c.req.header('Authorization'))) return;
    throw new Refusal('forbidden', messages.serviceOnly);
  }
  if (!actor && isStorage(c.req.path) && (await isService(deps, c.req.header('Authorization')))) return;
  if (!actor) throw new Refusal('unauthenticated', messages.signInRequired);
  const refusal = findRefusal(actor, c.req.path, access);
  if (refusal) throw refusal;
  if (who === 'onboarded' && !actor.onboarded) {
    throw new Refusal('forbidden', lazyText(messages.onboardingRequired, { path: paths.onboarding }));
  }
  if (who === 'admin') await requireAdmin(deps.db, actor.userId, actor.aal);
  await requireSwitchedOn(deps, access.operation);
  if (surface !== 'own') await requireAccess(deps.db, deps, actor.userId, surface);
};

type AccessExemptions = { beforeSecondFactor: boolean; whileLeaving: boolean };

/** Returns the reason why a signed-in user may not act right now. */
function findRefusal(
  actor: Actor,
  path: string,
  { beforeSecondFactor, whileLeaving }: AccessExemptions,
): Refusal | undefined {
  if (actor.secondFactorPending && !beforeSecondFactor) {
    // Clients of the auth protocol rely on this error code.
    const isAccountPath = path.startsWith(`${endpoints.auth}/`);
    return isAccountPath
      ? new AuthRefusal(401, 'insufficient_aal', readerTranslator(messages.secondFactorRequired))
      : new Refusal('forbidden', messages.secondFactorRequired);
  }
  if (actor.leaving && !whileLeaving) return new Refusal('leaving', PENDING_DELETION_REFUSAL);
  return undefined;
}

/** Returns whether a path is for files, which the operator's own programs may manage with the service key. */
const isStorage = (path: string) =>
  [endpoints.buckets, endpoints.objects].some((start) => path === start || path.startsWith(`${start}/`));

async function requireAdmin(db: Db, userId: string, aal: string): Promise<void> {
  const admin = await findAdminStatus(db, userId);
  if (!admin) throw new Refusal('forbidden', messages.adminOnly);
  if (!hasRequiredFactor(admin, aal)) {
    throw new Refusal('forbidden', messages.adminSecondFactorRequired);
  }
}
