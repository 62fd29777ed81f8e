import { endpoints } from '../../../content/endpoints.ts';
import { type Db, withDeadlockRetry } from '../../../db/database.ts';
import type { AfterCommit, Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { addMs } from '../../../time/instants.ts';
import { HOUR_SECONDS } from '../../../time/units.ts';
import { UPLOAD_MAX_BYTES } from '../../assets/assets.schema.ts';
import { createPictureRefusal } from '../../assets/picture-errors.commands.ts';
import { removeObjects, uploadObject } from '../../assets/storage-objects.commands.ts';
import { signGrant } from '../../assets/storage-signing.commands.ts';
import * as messages from '../competition.messages.ts';
import { findOwnGame, lockOwnGame } from './game-access.commands.ts';
import { limitGameReports } from './game-answers.commands.ts';
import type { LoadedGame } from './game-facts.commands.ts';
import * as queries from './games.queries.ts';
import { CONFIRM_MS, EVIDENCE_PER_SIDE, findActingSide, findAttachProblem, findResult } from './games.rules.ts';

const BUCKET = 'game-evidence';
/** Long edge of a stored screenshot in pixels: enough to read a box score. */
const EDGE = 1920;
const LINK_SECONDS = HOUR_SECONDS;

type Screenshot = { bytes: Uint8Array<ArrayBuffer>; signal: AbortSignal };

/**
 * Attaches a screenshot to a game. It's decoded in another process, and only its pixels are stored.
 * @throws Refusal not_found for strangers, invalid for files that aren't pictures, conflict when the game is settled or
 * the side has enough screenshots
 */
export async function attachEvidence(
  deps: Deps,
  actor: Person,
  id: string,
  { bytes, signal }: Screenshot,
): Promise<void> {
  await limitGameReports(deps, actor);
  await requireRoom(deps.db, actor, await findOwnGame(deps.db, actor, id));
  if (bytes.byteLength > UPLOAD_MAX_BYTES) throw new Refusal('invalid', messages.screenshotTooLarge, 'file');
  const wish = { make: 'within', edge: EDGE } as const;
  const outcome = await deps.pictures.read(actor.userId, { bytes, wish, signal });
  if ('fault' in outcome) throw createPictureRefusal(outcome.fault, 'file', messages.screenshotUnreadable);
  const owner = { userId: actor.userId, admin: true };
  // Not in the uploader's own folder, so that they can't replace or delete it by the storage API.
  const path = `${id}/${crypto.randomUUID()}.webp`;
  const file = { bytes: outcome.made[0]!, contentType: 'image/webp', cacheControl: 'no-cache' };
  await uploadObject(deps, owner, { bucket: BUCKET, path }, { file, mode: 'create', isInternal: true });
  try {
    await withDeadlockRetry(deps.db, async (tx) => {
      const game = await lockOwnGame(tx, actor, id);
      const side = await requireRoom(tx, actor, game);
      await queries.insertEvidence(tx, {
        gameId: id,
        userId: actor.userId,
        side,
        objectName: path,
        createdAt: deps.now(),
      });
      await restoreDeadline(tx, deps, game);
    });
  } catch (error) {
    await removeObjects(deps, owner, BUCKET, [path]);
    throw error;
  }
}

/** @returns the side that the screenshot belongs to */
async function requireRoom(db: Db, { userId }: Person, game: LoadedGame) {
  const problem = findAttachProblem(game.facts, userId);
  const side = findActingSide(game.facts.sides, userId);
  if (problem || !side) throw new Refusal(side ? 'conflict' : 'forbidden', problem ?? messages.captainAttaches);
  const evidence = await queries.listEvidence(db, [game.row.id]);
  if (evidence.filter((one) => one.side === side).length >= EVIDENCE_PER_SIDE) {
    throw new Refusal('conflict', messages.enoughScreenshots);
  }
  return side;
}

/** A result that stayed unconfirmed for lack of evidence is judged again. */
async function restoreDeadline(tx: Db, deps: Deps, { row, facts }: LoadedGame): Promise<void> {
  if (row.dueAt || row.state !== 'reported' || facts.sides.length < 2) return;
  const result = findResult(facts, row.version);
  if (result) await queries.updateGame(tx, row.id, { dueAt: addMs(deps.now(), CONFIRM_MS) });
}

/** Returns a link to a screenshot that works for an hour, because pictures on pages can't send the reader's token. */
export async function signEvidence(deps: Deps, objectName: string): Promise<string> {
  const url = `${BUCKET}/${objectName}`;
  const token = await signGrant(deps, { url, by: null }, LINK_SECONDS);
  return `${endpoints.objects}/sign/${url}?token=${token}`;
}

/** Deletes the screenshots of an account that's being erased. */
export async function eraseGameEvidence(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<AfterCommit> {
  const names = await queries.listEvidenceNames(tx, userId);
  await queries.deleteEvidenceOf(tx, userId);
  return async () => {
    if (names.length > 0) await removeObjects(deps, { userId, admin: true }, BUCKET, names);
  };
}
