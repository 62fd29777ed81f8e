import { lazyText } from '../../../messages/lazy-text.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { addMilestones, requirePro } from '../milestones/milestones.commands.ts';
import * as messages from '../site.messages.ts';
import { findBuildOfTurn, lockAdvice } from './advice.queries.ts';
import { listMilestoneTitles, toBuildCard } from './advice.wording.ts';
import * as queries from './saved-builds.queries.ts';
import { type BuildMilestones, MAX_BUILDS, type NewBuild, type SavedBuilds } from './saved-builds.schema.ts';

/** Lists a player's saved builds, which stay readable when Pro ends. */
export async function listSavedBuilds(deps: Deps, { userId }: Person): Promise<SavedBuilds> {
  const rows = await queries.listBuilds(deps.db, userId);
  const builds = rows.map(({ id, name, build, createdAt }) => ({
    id,
    name,
    card: toBuildCard(readerTranslator, build),
    created_at: createdAt.toISOString(),
  }));
  return { builds };
}

/**
 * Saves the build from an answer.
 * @throws Refusal if the account doesn't have Pro, if the answer no longer exists, or if the maximum number of builds
 * is reached
 */
export async function saveBuild(deps: Deps, person: Person, { turn_id, name }: NewBuild): Promise<SavedBuilds> {
  await requirePro(deps, person, messages.savingNeedsPro);
  const { userId } = person;
  await deps.db.transaction(async (tx) => {
    await lockAdvice(tx, userId);
    const build = await findBuildOfTurn(tx, userId, turn_id);
    if (!build) {
      throw new Refusal('not_found', messages.answerGone);
    }
    if ((await queries.listBuilds(tx, userId)).length >= MAX_BUILDS) {
      throw new Refusal('conflict', lazyText(messages.tooManyBuilds, { max: MAX_BUILDS }));
    }
    await queries.insertBuild(tx, { userId, name, build, createdAt: deps.now() });
  });
  return listSavedBuilds(deps, person);
}

/** @throws Refusal if the account doesn't have Pro, or if the build doesn't exist */
export async function renameSavedBuild(deps: Deps, person: Person, id: string, name: string): Promise<SavedBuilds> {
  await requirePro(deps, person, messages.savingNeedsPro);
  if (!(await queries.renameBuild(deps.db, person.userId, id, name)))
    throw new Refusal('not_found', messages.buildNotFound);
  return listSavedBuilds(deps, person);
}

/**
 * Deletes a saved build. Works without Pro too, because the build belongs to the user.
 * @throws Refusal when the build doesn't exist
 */
export async function removeSavedBuild(deps: Deps, person: Person, id: string): Promise<SavedBuilds> {
  if (!(await queries.deleteBuild(deps.db, person.userId, id))) throw new Refusal('not_found', messages.buildNotFound);
  return listSavedBuilds(deps, person);
}

/**
 * Adds a build's targets to the Crew Progress Tracker.
 * @throws Refusal if the account doesn't have Pro, if the tracker is full, or if all targets are already there
 */
export async function addMilestonesFromBuild(deps: Deps, person: Person, id: string): Promise<BuildMilestones> {
  const found = await queries.findBuild(deps.db, person.userId, id);
  if (!found) throw new Refusal('not_found', messages.buildNotFound);
  return addMilestones(deps, person, listMilestoneTitles(readerTranslator, found.build));
}
