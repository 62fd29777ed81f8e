import { withDeadlockRetry } from '../../db/database.ts';
import { type AdminActor, type Deps, notifyPublicPagesChanged, type Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { dismissFailedJob, retryFailedJob } from '../health/failed-jobs.commands.ts';
import { readOperatingState, setOperatingMode, switchFeature } from '../health/operating/operating.commands.ts';
import { MODE_REFUSALS, RETRY_SECONDS } from '../health/operating/operating.rules.ts';
import { refreshPublicPages } from '../lfg/lfg.commands.ts';
import { decideNoShowAppeal } from '../matches/match-feedback/match-feedback.commands.ts';
import { requestRun } from '../matches/matcher-runs/matcher-runs.commands.ts';
import { discardDraft, publishDraft, saveDraft } from '../matches/rulebook/rulebook.commands.ts';
import { requestTrial } from '../matches/rulebook/rulebook-trials.commands.ts';
import { recordAudit } from '../moderation/audit.commands.ts';
import { decideAppeal } from '../moderation/ban-appeals.commands.ts';
import { liftBan } from '../moderation/bans.commands.ts';
import { getUndoDeadline, QUEUE_BAN_DEFAULTS } from '../moderation/moderation.rules.ts';
import type { FlagDecision } from '../moderation/moderation.schema.ts';
import { getMemberName } from '../profiles/player-views.queries.ts';
import { type AdminAction, type AdminAnswer, SEEDED_PLAYERS } from './admin.schema.ts';
import { seedTestPlayers } from './admin-seed.commands.ts';
import { sendTest } from './admin-testing.commands.ts';
import { undoActions } from './admin-undo.commands.ts';
import { formatBan } from './ban-texts.wording.ts';
import {
  type ActionEffects,
  banFromConsole,
  decideFlag,
  dismissFlag,
  removeListing,
} from './moderation-queue.commands.ts';
import { FEATURE_NAMES, MODE_ANSWERS } from './operating-texts.wording.ts';

/** Performs an admin action and returns a message for a toast. Every action is logged in the audit log. */
export async function runAdminAction(deps: Deps, admin: Person, action: AdminAction): Promise<AdminAnswer> {
  await requireWritable(deps, action);
  const result = await performAction(deps, admin, action);
  if (VISIBILITY_ACTIONS.has(action.action)) await notifyPublicPagesChanged(deps, {});
  return result;
}

const OPERATOR_ACTIONS = ['ban_user', 'lift_ban', 'retry_job', 'dismiss_job', 'set_mode', 'switch_feature'] as const;
/** The console's actions that the operator can also perform at the command line. */
type OperatorAction = Extract<AdminAction, { action: (typeof OPERATOR_ACTIONS)[number] }>;

/** Performs a console action for the operator, who has no account. */
export async function runOperatorAction(deps: Deps, action: OperatorAction): Promise<AdminAnswer> {
  const result = await performOperatorAction(deps, { userId: null }, action);
  if (VISIBILITY_ACTIONS.has(action.action)) await notifyPublicPagesChanged(deps, {});
  return result;
}

/** Actions that may remove a player from public pages or bring them back: bans hide profiles and listings. */
const VISIBILITY_ACTIONS = new Set<AdminAction['action']>([
  'ban_user',
  'decide_flags',
  'lift_ban',
  'decide_appeal',
  'undo',
]);

/** Changes of the mode itself still work in read-only mode. @throws Refusal unavailable for other actions */
async function requireWritable(deps: Deps, { action }: AdminAction): Promise<void> {
  if (action === 'set_mode' || action === 'switch_feature') return;
  const { mode } = await readOperatingState(deps);
  if (mode === 'read-only') throw new Refusal('unavailable', MODE_REFUSALS[mode], undefined, RETRY_SECONDS);
}

async function performAction(deps: Deps, admin: Person, action: AdminAction): Promise<AdminAnswer> {
  switch (action.action) {
    case 'ban_user':
    case 'lift_ban':
    case 'retry_job':
    case 'dismiss_job':
    case 'set_mode':
    case 'switch_feature':
      return performOperatorAction(deps, admin, action);
    case 'close_listing':
      return toActionAnswer(
        deps,
        [await deps.db.transaction((tx) => removeListing(tx, deps, admin, { ...action, how: 'close' }))],
        'Listing closed',
      );
    case 'delete_listing':
      return toActionAnswer(
        deps,
        [await deps.db.transaction((tx) => removeListing(tx, deps, admin, { ...action, how: 'delete' }))],
        'Listing deleted',
      );
    case 'dismiss_flag':
      return toActionAnswer(
        deps,
        [await deps.db.transaction((tx) => dismissFlag(tx, deps, admin, action.flagId))],
        'Flag dismissed',
      );
    case 'decide_flags':
      return decideFlags(deps, admin, action.flagIds, action.decision);
    case 'undo': {
      const { listings, due } = await withDeadlockRetry(deps.db, (tx) => undoActions(tx, deps, admin, action.auditIds));
      for (const after of due) await after();
      if (listings.length > 0) await refreshPublicPages(deps, true);
      return { message: 'Undone' };
    }
    case 'decide_appeal': {
      const after = await withDeadlockRetry(deps.db, (tx) => decideAppeal(tx, deps, admin, action));
      await after();
      return { message: action.decision === 'granted' ? 'Appeal granted, ban lifted' : 'Appeal rejected' };
    }
    case 'decide_absence':
      await decideNoShowAppeal(deps, admin, action);
      return { message: action.decision === 'granted' ? 'Appeal granted, no-show removed' : 'Appeal rejected' };
    case 'save_rules_draft':
      await saveDraft(deps, admin, action.rules);
      return { message: 'Draft saved' };
    case 'discard_rules_draft':
      await discardDraft(deps, admin);
      return { message: 'Draft discarded' };
    case 'try_rules': {
      const { id } = await requestTrial(deps, admin);
      return { message: 'Testing the draft on the current pool', trialId: id };
    }
    case 'publish_rules': {
      const { version, auditId } = await publishDraft(deps, admin, action);
      return toActionAnswer(deps, [{ auditId, listingId: null }], `Version ${version} is active`);
    }
    case 'run_matcher':
    case 'rebuild_matches':
      return startMatchingRun(deps, admin, action.action);
    case 'seed_data':
      return seedPlayers(deps, admin);
    case 'test_email':
      return { message: await sendTest(deps, admin, 'email') };
    case 'test_sms':
      return { message: await sendTest(deps, admin, 'sms') };
  }
}

async function performOperatorAction(deps: Deps, admin: AdminActor, action: OperatorAction): Promise<AdminAnswer> {
  switch (action.action) {
    case 'ban_user': {
      const { userId, reason, days, scope, flagId } = action;
      const ban = { userId, reason, days, scope };
      const done = await withDeadlockRetry(deps.db, (tx) => banFromConsole(tx, deps, admin, { ban, flagId }));
      const result = await toActionAnswer(deps, [done], 'User banned');
      return { ...result, detail: formatBan([(await getMemberName(deps.db, userId)) ?? UNNAMED_PLAYER], ban) };
    }
    case 'lift_ban': {
      const { after } = await withDeadlockRetry(deps.db, (tx) => liftBan(tx, deps, admin, action.banId));
      await after();
      return { message: 'Ban lifted' };
    }
    case 'retry_job':
      return { message: `Running ${await retryFailedJob(deps, admin, action.jobId)} again` };
    case 'dismiss_job':
      return { message: `Dismissed ${await dismissFailedJob(deps, admin, action.jobId)}` };
    case 'set_mode':
      await setOperatingMode(deps, admin, action.mode);
      return { message: MODE_ANSWERS[action.mode] };
    case 'switch_feature':
      await switchFeature(deps, admin, action);
      return { message: `${FEATURE_NAMES[action.feature]} ${action.off ? 'is off' : 'is on'}` };
  }
}

async function toActionAnswer(deps: Deps, done: ActionEffects[], message: string): Promise<AdminAnswer> {
  for (const { after } of done) await after?.();
  if (done.some(({ listingId }) => listingId)) await refreshPublicPages(deps, true);
  const auditIds = done.map(({ auditId }) => auditId);
  return {
    message,
    ...(auditIds.length > 0 ? { undo: { auditIds, until: getUndoDeadline(deps.now()).toISOString() } } : {}),
  };
}

const UNNAMED_PLAYER = 'Unnamed player';

const DECISION_LABELS: Record<FlagDecision, string> = {
  dismiss: 'dismissed',
  close: 'closed',
  delete: 'deleted',
  ban: 'banned',
};
const NOUNS: Record<FlagDecision | 'message' | 'page' | 'review', [string, string]> = {
  dismiss: ['flag', 'flags'],
  close: ['listing', 'listings'],
  delete: ['listing', 'listings'],
  message: ['message', 'messages'],
  page: ['page', 'pages'],
  review: ['review', 'reviews'],
  ban: ['user', 'users'],
};
const formatCount = (count: number, noun: keyof typeof NOUNS) => `${count} ${NOUNS[noun][count === 1 ? 0 : 1]}`;

/** Decides all flags or none. If it stopped halfway, the admin wouldn't know which flags were decided. */
async function decideFlags(deps: Deps, admin: Person, flagIds: string[], decision: FlagDecision): Promise<AdminAnswer> {
  const done = await withDeadlockRetry(deps.db, async (tx) => {
    const results: ActionEffects[] = [];
    for (const id of [...new Set(flagIds)]) {
      const result = await decideFlag(tx, deps, admin, { flagId: id, decision });
      if (result) results.push(result);
    }
    return results;
  });
  const bannedIds = done.flatMap(({ bannedId }) => bannedId ?? []);
  const messages = done.filter(({ messageId }) => messageId).length;
  const pages = done.filter(({ squadId }) => squadId).length;
  const reviews = done.filter(({ reviewId }) => reviewId).length;
  // For bans, count the people instead of the flags, because several flags may be about the same person.
  const others = decision === 'ban' ? bannedIds.length : done.length - messages - pages - reviews;
  const parts = [
    ...(others > 0 || messages + pages + reviews === 0 ? [formatCount(others, decision)] : []),
    ...(messages > 0 ? [formatCount(messages, 'message')] : []),
    ...(reviews > 0 ? [formatCount(reviews, 'review')] : []),
  ];
  const offText = decision === 'delete' ? 'turned off and renamed' : 'turned off';
  const outcomes = [
    ...(parts.length > 0 ? [`${parts.join(' and ')} ${DECISION_LABELS[decision]}`] : []),
    ...(pages > 0 ? [`${formatCount(pages, 'page')} ${offText}`] : []),
  ];
  const outcome = await toActionAnswer(deps, done, outcomes.join(', '));
  if (decision !== 'ban' || done.length === 0) return outcome;
  if (bannedIds.length === 0) return { ...outcome, detail: 'Everyone selected was already banned.' };
  const names = await Promise.all(bannedIds.map(async (id) => (await getMemberName(deps.db, id)) ?? UNNAMED_PLAYER));
  return { ...outcome, detail: formatBan(names, QUEUE_BAN_DEFAULTS) };
}

async function startMatchingRun(
  deps: Deps,
  admin: Person,
  action: 'run_matcher' | 'rebuild_matches',
): Promise<AdminAnswer> {
  await requestRun(deps, action === 'run_matcher' ? 'admin' : 'rebuild', admin.userId);
  return {
    message:
      action === 'run_matcher'
        ? "Matching round started. You'll find it under Matches."
        : 'Rebuild started. Unanswered matches will be withdrawn and proposed again.',
  };
}

async function seedPlayers(deps: Deps, admin: Person): Promise<AdminAnswer> {
  const ids = await seedTestPlayers(deps, SEEDED_PLAYERS);
  await recordAudit(deps.db, deps, {
    adminId: admin.userId,
    action: 'seed_data',
    targetType: 'user',
    targetId: null,
    after: { userIds: ids },
  });
  return { message: `${ids.length} test profiles created` };
}
