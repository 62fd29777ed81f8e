import type { Deps } from '../../server/deps.ts';
import { drawPng } from '../profiles/profile-pictures/profile-pictures.commands.ts';
import { duelPicture } from './duel-picture.drawing.ts';
import { getPairResult } from './tournament.commands.ts';
import { findWarrior } from './tournament.rules.ts';

type DrawnPicture = { png: Uint8Array<ArrayBuffer>; version: string };

const pictureCache = new Map<string, DrawnPicture>();
const CACHE_SIZE = 100;

/**
 * Returns the picture of a pair's result, redrawn after new votes.
 * @throws Refusal not_found when the pair doesn't exist
 */
export async function getPairPicture(deps: Deps, name: string): Promise<DrawnPicture> {
  const { pair, first, second } = await getPairResult(deps, name);
  const version = `${first.wins}-${second.wins}`;
  const known = pictureCache.get(pair);
  if (known?.version === version) return known;
  const side = ({ id, wins }: { id: string; wins: number }) => ({ warrior: findWarrior(id)!, wins });
  const drawn = { png: await drawPng(deps, duelPicture(side(first), side(second))), version };
  pictureCache.delete(pair);
  pictureCache.set(pair, drawn);
  if (pictureCache.size > CACHE_SIZE) pictureCache.delete(pictureCache.keys().next().value!);
  return drawn;
}
