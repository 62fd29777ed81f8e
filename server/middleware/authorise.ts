import { endpoints } from '../../content/endpoints.ts';
import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { isService } from '../../features/accounts/sessions/sessions.commands.ts';
import { adminStanding, isProved } from '../../features/moderation/admins.queries.ts';
import { requireStanding } from '../../features/moderation/standing.commands.ts';
import { isOnboarded } from '../../features/profiles/player-views.queries.ts';
import type { Actor } from '../deps.ts';
import type { Door } from '../http.ts';
import { Refusal } from '../refusal.ts';

const LEAVING = `Your account is about to be deleted. To do this, keep your account first at ${paths.leaving}.`;

/** Who may call an operation, as the features say that know it. */
export const authorise: Door = async (c, { who, surface, whileLeaving }) => {
  const { actor, deps } = c.var;
  if (who === 'visitor') {
    if (actor && refusalOf(actor, c.req.path, whileLeaving)) c.set('actor', undefined);
    return;
  }
  if (who === 'service') {
    if (await isService(deps, c.req.header('Authorization'))) return;
    throw new Refusal('forbidden', 'Only the service itself may do this.');
  }
  if (!actor && isStorage(c.req.path) && (await isService(deps, c.req.header('Authorization')))) return;
  if (!actor) throw new Refusal('unauthenticated', 'Please sign in to do this.');
  const refusal = refusalOf(actor, c.req.path, whileLeaving);
  if (refusal) throw refusal;
  if (who === 'onboarded' && !(await isOnboarded(deps.db, actor.userId))) {
    throw new Refusal('forbidden', `Please finish onboarding first: publish your profile at ${paths.onboarding}.`);
  }
  if (who === 'admin') await requireAdmin(deps.db, actor.userId, actor.aal);
  if (surface !== 'own') await requireStanding(deps.db, deps, actor.userId, surface);
};

/** Why somebody who has signed in may not act as themselves now. */
function refusalOf(actor: Actor, path: string, whileLeaving: boolean): Refusal | undefined {
  if (actor.secondFactorPending && !isPartOfSignIn(path)) {
    return new Refusal('forbidden', 'Please confirm your second factor first.');
  }
  if (actor.leaving && !whileLeaving && !mayWhoLeaves(path)) return new Refusal('leaving', LEAVING);
  return undefined;
}

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

async function requireAdmin(db: Db, userId: string, aal: string): Promise<void> {
  const admin = await adminStanding(db, userId);
  if (!admin) throw new Refusal('forbidden', 'Access denied: Admin privileges required');
  if (!isProved(admin, aal)) {
    throw new Refusal('forbidden', 'Please confirm your second factor first: admin actions need it in this session.');
  }
}
