import { type AfterCommit, type Deps, type Person, publishEvent } from '../../server/deps.ts';
import { HOUR_MS } from '../../time/units.ts';
import { onDirectoryChanged } from './directory/directory.commands.ts';
import * as queries from './profiles.queries.ts';
import { EDIT_HOURS } from './profiles.rules.ts';
import { profileUnpublished } from './publication.events.ts';

const BATCH_SIZE = 200;

/**
 * Unpublishes the caller's profile and publishes `profileUnpublished`. Does nothing if the profile is already
 * unpublished and has no pending edit.
 */
export async function unpublishProfile(deps: Deps, actor: Person): Promise<void> {
  const after = await deps.db.transaction(async (tx) => {
    await queries.lockProfile(tx, actor.userId);
    const hadPendingEdit = await queries.endEdit(tx, actor.userId);
    const wasShown = await queries.markHidden(tx, actor.userId);
    if (!wasShown && !hadPendingEdit) return undefined;
    return publishEvent(tx, deps, profileUnpublished, { userId: actor.userId, pressed: true });
  });
  await after?.();
  if (after) await onDirectoryChanged(deps, true);
}

/**
 * Publishes `profileUnpublished` for users who saved their profile and didn't publish it again in time.
 * @returns how many there were
 */
export async function endOverdueEdits(deps: Deps, signal: AbortSignal): Promise<number> {
  const before = new Date(deps.now().getTime() - EDIT_HOURS * HOUR_MS);
  let withdrawnCount = 0;
  while (!signal.aborted) {
    const ids = await queries.listOverdueEdits(deps.db, before, BATCH_SIZE);
    for (const userId of ids) {
      const after = await deps.db.transaction(async (tx): Promise<AfterCommit | undefined> => {
        await queries.lockProfile(tx, userId);
        if (!(await queries.endEdit(tx, userId, before))) return undefined;
        return publishEvent(tx, deps, profileUnpublished, { userId, pressed: false });
      });
      await after?.();
      if (after) withdrawnCount += 1;
    }
    if (ids.length < BATCH_SIZE) break;
  }
  return withdrawnCount;
}
