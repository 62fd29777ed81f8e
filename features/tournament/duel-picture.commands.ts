import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Deps } from '../../server/deps.ts';
import { createPictureCache, type SharePicture } from '../profiles/profile-pictures/share-pictures.commands.ts';
import { drawDuelPicture } from './duel-picture.drawing.ts';
import { getPairResult } from './tournament.commands.ts';
import { findWarrior } from './tournament.rules.ts';

const drawCached = createPictureCache();

/**
 * Returns the picture of a pair's result, redrawn after new votes.
 * @throws Refusal not_found when the pair doesn't exist
 */
export async function getPairPicture(deps: Deps, name: string): Promise<SharePicture> {
  const { pair, first, second } = await getPairResult(deps, name);
  const toSide = ({ id, wins }: { id: string; wins: number }) => ({ warrior: findWarrior(id)!, wins });
  return drawCached(deps, {
    id: pair,
    version: `${first.wins}-${second.wins}`,
    draw: () => drawDuelPicture(readerTranslator, toSide(first), toSide(second)),
  });
}
