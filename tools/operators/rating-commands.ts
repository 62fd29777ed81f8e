import { checkRatings } from '../../features/competition/ratings/rating-refresh.commands.ts';
import type { AdminCommand } from './admin-command.ts';

export const ratingCommands: Record<string, AdminCommand> = {
  'verify-ratings': {
    about: 'computes all ratings again and compares them with the stored ones',
    run: async (deps) => {
      const check = await checkRatings(deps);
      const differences = check.wrongGames + check.wrongChanges + check.wrongRows + check.wrongRanks;
      const text =
        differences === 0
          ? `The ratings of ${check.games} games are correct.`
          : [
              `${differences} stored values of ${check.games} games differ:`,
              `  games: ${check.wrongGames}`,
              `  changes of a player by a game: ${check.wrongChanges}`,
              `  players in season tables: ${check.wrongRows}`,
              `  ranks: ${check.wrongRanks}`,
              'If games were confirmed or voided in the last minutes, try again after the next refresh.',
            ].join('\n');
      return { text, data: check };
    },
  },
};
