import type { Deps } from '../../server/deps.ts';
import { drawPng } from '../profiles/profile-pictures/profile-pictures.commands.ts';
import { duelPicture } from './duel-picture.drawing.ts';
import { pairResult } from './tournament.commands.ts';
import { warriorOf } from './tournament.rules.ts';

type Drawn = { png: Uint8Array<ArrayBuffer>; version: string };

const kept = new Map<string, Drawn>();
const KEPT = 100;

/**
 * The picture of a pair's result, drawn again when somebody has voted on it.
 * @throws Refusal not_found when there is no such pair
 */
export async function pairPicture(deps: Deps, name: string): Promise<Drawn> {
  const { pair, first, second } = await pairResult(deps, name);
  const version = `${first.wins}-${second.wins}`;
  const known = kept.get(pair);
  if (known?.version === version) return known;
  const side = ({ id, wins }: { id: string; wins: number }) => ({ warrior: warriorOf(id)!, wins });
  const drawn = { png: await drawPng(deps, duelPicture(side(first), side(second))), version };
  kept.delete(pair);
  kept.set(pair, drawn);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
  return drawn;
}
