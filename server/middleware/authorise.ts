import { endpoints } from '../../content/endpoints.ts';
import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { isService } from '../../features/accounts/sessions/sessions.commands.ts';
import { adminStanding } from '../../features/moderation/admins.queries.ts';
import { requireStanding } from '../../features/moderation/standing.commands.ts';
import { isOnboarded } from '../../features/profiles/player-views.queries.ts';
import type { Door } from '../http.ts';
import { Refusal } from '../refusal.ts';

const LEAVING = `Your account is about to be deleted. To do this, keep your account first at ${paths.leaving}.`;

/** Who may call an operation, as the features say that know it. */
export const authorise: Door = async (c, { who, surface, whileLeaving }) => {
  const { actor, deps } = c.var;
  if (who === 'service') {
    if (await isService(deps, c.req.header('Authorization'))) return;
    throw new Refusal('forbidden', 'Only the service itself may do this.');
  }
  if (!actor && isStorage(c.req.path) && (await isService(deps, c.req.header('Authorization')))) return;
  if (!actor) throw new Refusal('unauthenticated', 'Please sign in to do this.');
  if (actor.secondFactorPending && !isPartOfSignIn(c.req.path)) {
    throw new Refusal('forbidden', 'Please confirm your second factor first.');
  }
  if (actor.leaving && !whileLeaving && !mayWhoLeaves(c.req.path)) throw new Refusal('leaving', LEAVING);
  if (who === 'onboarded' && !(await isOnboarded(deps.db, actor.userId))) {
    throw new Refusal('forbidden', `Please finish onboarding first: publish your profile at ${paths.onboarding}.`);
  }
  if (who === 'admin') await requireAdmin(deps.db, actor.userId, actor.aal);
  if (surface !== 'own') await requireStanding(deps.db, deps, actor.userId, surface);
};

/** Other programs of the operator keep files as the service, as they look after accounts. */
const isStorage = (path: string) =>
  [endpoints.buckets, endpoints.objects].some((start) => path === start || path.startsWith(`${start}/`));

/** What somebody between the two steps of a sign-in needs: the protocol, its journal, and the codes for a lost factor. */
function isPartOfSignIn(path: string): boolean {
  return (
    path.startsWith(`${endpoints.auth}/`) || path === endpoints.securityEvent || path === endpoints.useRecoveryCode
  );
}

/** Signing in and out, to undo it; but nobody who is leaving lets a program in any more. */
const mayWhoLeaves = (path: string) => isPartOfSignIn(path) && !path.startsWith(`${endpoints.auth}/oauth/`);

/** An admin with a second factor must have used it in this session. */
async function requireAdmin(db: Db, userId: string, aal: string): Promise<void> {
  const admin = await adminStanding(db, userId);
  if (!admin) throw new Refusal('forbidden', 'Access denied: Admin privileges required');
  if (admin.hasFactor && aal !== 'aal2') {
    throw new Refusal('forbidden', 'Please confirm your second factor first: admin actions need it in this session.');
  }
}
