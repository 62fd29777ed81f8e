import { countFittingPlayers } from '../../matcher/fitting-players.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Actor, Deps } from '../../server/deps.ts';
import { listBlocksAmong } from '../profiles/blocks/blocks.queries.ts';
import { findMissingMatchField } from '../profiles/profiles.rules.ts';
import { listNotLooking } from './looking/looking.commands.ts';
import type { WhoFits } from './matches.schema.ts';
import { getProposalWeek, listIdsAround } from './pool.commands.ts';
import { findFuturePoolRow, listPoolRows } from './pool.queries.ts';
import { parseAvailability, toPlayerConstraints, toPoolPlayer } from './pool.rules.ts';
import { getActiveRules } from './rulebook/rulebook.commands.ts';
import { formatFitCount } from './who-fits.wording.ts';

/**
 * Returns how many published players the matcher could propose to this player, based on their saved profile, which
 * doesn't have to be published. In a large community, only the players around them are searched, as in a first search.
 */
export async function getWhoFits(deps: Deps, actor: Actor): Promise<WhoFits> {
  const now = deps.now();
  const self = await findFuturePoolRow(deps.db, actor.userId, now);
  if (!self) return { fitting: null, others: 0, missing: null, sentence: formatFitCount(readerTranslator, null) };
  const { rules } = await getActiveRules(deps.db);
  const ids = await listIdsAround(deps, actor.userId, rules);
  const constraints = toPlayerConstraints(
    await listBlocksAmong(deps.db, ids),
    [],
    await listNotLooking(deps.db, deps, ids),
  );
  const around = (await listPoolRows(deps.db, ids, now)).filter(({ id }) => id !== actor.userId);
  const others = around.map((row) => toPoolPlayer(row, constraints)).filter(({ wants }) => wants.length > 0);
  const pool = {
    weekOf: getProposalWeek(now),
    players: [toPoolPlayer(self, constraints), ...others],
    forbiddenGroups: [],
  };
  const found = countFittingPlayers(actor.userId, pool, rules);
  const missingField = findMissingMatchField({ ...self, availability: parseAvailability(self.availability) });
  return {
    fitting: found.fitting,
    others: found.others,
    missing: missingField,
    sentence: formatFitCount(readerTranslator, { ...found, missing: missingField }),
  };
}
