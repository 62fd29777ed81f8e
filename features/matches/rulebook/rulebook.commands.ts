import type { Db } from '../../../db/database.ts';
import { rulesSchema } from '../../../matcher/matcher-schema.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { toIso, toIsoOrNull } from '../../../time/instants.ts';
import { recordAudit } from '../../moderation/audit.commands.ts';
import * as queries from './rulebook.queries.ts';
import { builtIn, findProblems, listDifferences, type MatchingRules } from './rulebook.rules.ts';
import type { Rulebook, RulesVersion } from './rulebook.schema.ts';
import { findNewestTrial } from './rulebook-trials.commands.ts';

export type ActiveRules = { version: number; rules: MatchingRules };

const HISTORY_LENGTH = 50;
const NO_DRAFT = "There's no draft. Edit the rules and save a draft first.";

export async function getActiveRules(db: Db): Promise<ActiveRules> {
  return (await queries.findNewestVersion(db)) ?? { version: 0, rules: builtIn };
}

/** Returns the rules of the given versions, including the built-in ones (0). */
export async function getRulesByVersion(db: Db, versions: number[]): Promise<Map<number, MatchingRules>> {
  const publishedVersions = [...new Set(versions)].filter((version) => version > 0);
  const found =
    publishedVersions.length > 0
      ? await queries.getRulesByVersion(db, publishedVersions)
      : new Map<number, MatchingRules>();
  return found.set(0, builtIn);
}

const BUILT_IN: RulesVersion = {
  version: 0,
  rules: builtIn,
  note: 'The rules that ship with the software.',
  published_by: null,
  published_at: null,
  withdrawn_at: null,
};

/** Returns the data of the console's Rules tab: the active rules, the draft, the history and the newest trial. */
export async function getRulebook(deps: Deps): Promise<Rulebook> {
  const rows = await queries.listVersions(deps.db, HISTORY_LENGTH);
  const versions: RulesVersion[] = rows.map((row) => ({
    ...row,
    published_at: toIsoOrNull(row.published_at),
    withdrawn_at: toIsoOrNull(row.withdrawn_at),
  }));
  const { version, rules } = await getActiveRules(deps.db);
  const draft = await queries.findDraft(deps.db);
  return {
    current: { ...(versions.find((one) => one.version === version) ?? BUILT_IN), rules },
    draft: draft ? { ...draft, edited_at: toIso(draft.edited_at) } : null,
    versions: [...versions, BUILT_IN],
    trial: (await findNewestTrial(deps)) ?? null,
  };
}

/** Lists the changes by path in the rules, for the audit log. */
function listChanges(before: MatchingRules, after: MatchingRules) {
  const differences = listDifferences(before, after);
  const pickSide = (key: 'before' | 'after') => Object.fromEntries(differences.map((each) => [each.path, each[key]]));
  return { before: pickSide('before'), after: pickSide('after') };
}

/**
 * Saves the draft that all admins share. The active rules don't change.
 * @throws Refusal invalid, naming the first invalid field
 */
export async function saveDraft(deps: Deps, admin: Person, value: unknown): Promise<void> {
  const [problem] = findProblems(value);
  if (problem) throw new Refusal('invalid', problem.sentence, problem.path);
  const rules = rulesSchema.parse(value);
  await deps.db.transaction(async (tx) => {
    await queries.lockPublishing(tx);
    const current = await getActiveRules(tx);
    const previousRules = (await queries.findDraft(tx))?.rules ?? current.rules;
    await queries.upsertDraft(tx, rules, { basedOn: current.version, adminId: admin.userId }, deps.now());
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: 'save_rules_draft',
      targetType: 'matcher_rules',
      targetId: 'draft',
      ...listChanges(previousRules, rules),
    });
  });
}

/**
 * Deletes the draft.
 * @throws Refusal conflict when there's no draft
 */
export async function discardDraft(deps: Deps, admin: Person): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await queries.lockPublishing(tx);
    const current = await getActiveRules(tx);
    const draft = await queries.findDraft(tx);
    if (!draft) throw new Refusal('conflict', NO_DRAFT);
    await queries.deleteDraft(tx);
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: 'discard_rules_draft',
      targetType: 'matcher_rules',
      targetId: 'draft',
      ...listChanges(draft.rules, current.rules),
    });
  });
}

/**
 * Publishes the draft as the next version. Existing matches don't change.
 * @param baseVersion the version that the admin believes is active
 * @returns the version and the audit entry, which `undo` takes
 * @throws Refusal conflict when there's no draft, nothing would change, or someone else published in the meantime
 */
export async function publishDraft(
  deps: Deps,
  admin: Person,
  { baseVersion, note }: { baseVersion: number; note: string | null },
): Promise<{ version: number; auditId: string }> {
  return deps.db.transaction(async (tx) => {
    await queries.lockPublishing(tx);
    const current = await getActiveRules(tx);
    const draft = await queries.findDraft(tx);
    if (!draft) throw new Refusal('conflict', NO_DRAFT);
    if (current.version !== baseVersion || draft.based_on !== current.version) {
      throw new Refusal(
        'conflict',
        `Version ${current.version} is now in force. Check what changed and save the draft again.`,
      );
    }
    const difference = listChanges(current.rules, draft.rules);
    if (Object.keys(difference.after).length === 0) {
      throw new Refusal('conflict', "The draft matches the current rules, so there's nothing to publish.");
    }
    const version = await queries.insertVersion(tx, draft.rules, { adminId: admin.userId, note }, deps.now());
    await queries.deleteDraft(tx);
    const auditId = await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: 'publish_rules',
      targetType: 'matcher_rules',
      targetId: String(version),
      before: { version: current.version, ...difference.before },
      after: { version, note, ...difference.after },
    });
    return { version, auditId };
  });
}

/**
 * Withdraws a version that was just published. Its rules become the draft again, unless there's a newer draft.
 * @throws Refusal conflict when it's no longer the newest version
 */
export async function withdrawRules(tx: Db, deps: Deps, admin: Person, version: number): Promise<void> {
  await queries.lockPublishing(tx);
  const current = await getActiveRules(tx);
  const rules = current.version === version ? await queries.withdrawVersion(tx, version, deps.now()) : undefined;
  if (!rules) throw new Refusal('conflict', "Newer rules are now in force, so this can't be undone.");
  const before = await getActiveRules(tx);
  if (!(await queries.findDraft(tx)))
    await queries.upsertDraft(tx, rules, { basedOn: before.version, adminId: admin.userId }, deps.now());
}
