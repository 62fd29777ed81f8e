import type { Deps, Person } from '../../../server/deps.ts';
import { planNow } from '../../deals/plan-in-force.commands.ts';
import { countPlayedMatches } from '../../matches/match-feedback/match-feedback.queries.ts';
import { countSquadsFormed } from '../../matches/matches.queries.ts';
import { isAdmin } from '../../moderation/admins.queries.ts';
import { inboxPage } from '../../notifications/notifications.queries.ts';
import { ownProfile, standingOf } from '../../profiles/profiles.queries.ts';
import { countPlayedSessions } from '../../squads/session-feedback/session-feedback.queries.ts';
import { profileComplete } from './dashboard.rules.ts';
import type { Dashboard } from './dashboard.schema.ts';

const NEWEST = 5;

/** Everything the dashboard shows of one person, counted at this moment. */
export async function dashboardOf(deps: Deps, actor: Person): Promise<Dashboard> {
  const { userId } = actor;
  const [standing, admin, profile, squads, matches, sessions, plan, inbox] = await Promise.all([
    standingOf(deps.db, userId),
    isAdmin(deps.db, userId),
    ownProfile(deps.db, userId),
    countSquadsFormed(deps.db, userId),
    countPlayedMatches(deps.db, userId),
    countPlayedSessions(deps.db, userId),
    planNow(deps, userId),
    inboxPage(deps.db, userId, NEWEST, undefined),
  ]);
  return {
    displayName: standing.display_name,
    avatarUrl: profile?.avatar_path ?? null,
    hasProfile: profile !== undefined,
    published: profile?.published ?? false,
    isAdmin: admin,
    plan,
    squadsJoined: squads,
    matchesPlayed: matches + sessions,
    profileComplete: profileComplete(profile),
    activity: inbox.map(({ id, title, links, createdAt }) => ({
      id,
      title,
      path: links[0]?.path ?? null,
      createdAt: createdAt.toISOString(),
    })),
  };
}
