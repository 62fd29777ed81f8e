import type { JobKind } from '../../server/deps.ts';
import { settleDueGames } from './games/game-settlement.commands.ts';

export const competitionJobs: JobKind[] = [
  { name: 'settle-games', run: (deps, _data, signal) => settleDueGames(deps, signal) },
];
