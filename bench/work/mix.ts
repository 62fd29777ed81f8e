import type { Random } from '../../matcher/random.ts';
import type { Player } from './player.ts';

/** The actions that players take, with their relative frequencies. */
const ACTIONS: [name: string, times: number, act: (player: Player) => Promise<void>][] = [
  ['home', 15, (player) => player.home()],
  ['matches', 17, (player) => player.lookAtMatches()],
  ['answer a proposal', 6, (player) => player.answer()],
  ['directory', 12, (player) => player.directory()],
  ['profile', 10, (player) => player.profile()],
  ['listings', 9, (player) => player.browse()],
  ['apply to a listing', 3, (player) => player.apply()],
  ['inbox', 7, (player) => player.inbox()],
  ['squads', 4, (player) => player.squads()],
  ['room of the squad', 8, (player) => player.room()],
  ['write a message', 9, (player) => player.write()],
];
const TOTAL_TIMES = ACTIONS.reduce((sum, [, times]) => sum + times, 0);

/** Range of the pause between two actions. */
const GAP_MS = { from: 8_000, to: 12_000 };

export const drawGap = (random: Random) => GAP_MS.from + random.next() * (GAP_MS.to - GAP_MS.from);

export async function runRandomAction(player: Player, random: Random): Promise<void> {
  let place = random.below(TOTAL_TIMES);
  for (const [, times, act] of ACTIONS) {
    place -= times;
    if (place < 0) return act(player);
  }
}
