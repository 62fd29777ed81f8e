import { paths } from '../../../content/paths.ts';
import { getSampleProgress } from '../../../content/umbrella/tools-content.ts';
import { lazyText } from '../../../messages/lazy-text.ts';
import type { Message } from '../../../messages/message.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { getCurrentPlan } from '../../payments/current-plan.commands.ts';
import * as messages from '../site.messages.ts';
import * as queries from './milestones.queries.ts';
import { MAX_MILESTONES, type MilestoneChange, type Progress } from './milestones.schema.ts';

/** @throws Refusal forbidden on the Free plan */
export async function requirePro(deps: Deps, person: Person, refusal: Message<{ path: string }>): Promise<void> {
  if ((await getCurrentPlan(deps, person.userId)) === 'Free') {
    throw new Refusal('forbidden', lazyText(refusal, { path: paths.plans }));
  }
}

/** Returns a Pro player's own milestones; everyone else gets the sample. */
export async function getProgress(deps: Deps, person: Person): Promise<Progress> {
  if ((await getCurrentPlan(deps, person.userId)) === 'Free') {
    const { percent, milestones } = getSampleProgress(readerTranslator);
    return {
      sample: true,
      percent,
      milestones: milestones.map((one, index) => ({ id: `sample-${index + 1}`, ...one })),
    };
  }
  const milestones = await queries.listMilestones(deps.db, person.userId);
  const doneCount = milestones.filter((milestone) => milestone.done).length;
  return {
    sample: false,
    percent: milestones.length ? Math.round((doneCount / milestones.length) * 100) : 0,
    milestones,
  };
}

/** @throws Refusal if the account doesn't have Pro, or if the milestone limit is reached */
export async function addMilestone(deps: Deps, person: Person, title: string): Promise<Progress> {
  await requirePro(deps, person, messages.trackerNeedsPro);
  if ((await queries.listMilestones(deps.db, person.userId)).length >= MAX_MILESTONES) {
    throw new Refusal('conflict', lazyText(messages.trackerFull, { max: MAX_MILESTONES }));
  }
  await queries.insertMilestone(deps.db, person.userId, title, deps.now());
  return getProgress(deps, person);
}

/**
 * Adds several milestones in order, as long as there's room; existing ones are skipped.
 * @throws Refusal if the account doesn't have Pro, if all of them exist already, or if there's no room for any of them
 */
export async function addMilestones(
  deps: Deps,
  person: Person,
  titles: readonly string[],
): Promise<{ added: number; progress: Progress }> {
  await requirePro(deps, person, messages.trackerNeedsPro);
  const existingMilestones = await queries.listMilestones(deps.db, person.userId);
  const newTitles = titles.filter((title) => existingMilestones.every((milestone) => milestone.title !== title));
  if (newTitles.length === 0) throw new Refusal('conflict', messages.milestonesExist);
  const room = newTitles.slice(0, MAX_MILESTONES - existingMilestones.length);
  if (room.length === 0) {
    throw new Refusal('conflict', lazyText(messages.trackerFull, { max: MAX_MILESTONES }));
  }
  await queries.insertMilestones(deps.db, person.userId, room, deps.now());
  return { added: room.length, progress: await getProgress(deps, person) };
}

export async function changeMilestone(
  deps: Deps,
  person: Person,
  id: string,
  change: MilestoneChange,
): Promise<Progress> {
  await requirePro(deps, person, messages.trackerNeedsPro);
  const wasFound = await queries.changeMilestone(deps.db, person.userId, id, {
    ...(change.title === undefined ? {} : { title: change.title }),
    ...(change.done === undefined ? {} : { doneAt: change.done ? deps.now() : null }),
  });
  if (!wasFound) throw new Refusal('not_found', messages.milestoneNotFound);
  return getProgress(deps, person);
}

export async function removeMilestone(deps: Deps, person: Person, id: string): Promise<Progress> {
  await requirePro(deps, person, messages.trackerNeedsPro);
  if (!(await queries.deleteMilestone(deps.db, person.userId, id)))
    throw new Refusal('not_found', messages.milestoneNotFound);
  return getProgress(deps, person);
}
