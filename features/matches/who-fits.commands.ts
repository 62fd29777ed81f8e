import { fittingFor } from '../../matcher/fitting.ts';
import type { Actor, Deps } from '../../server/deps.ts';
import { blocksAmong } from '../profiles/blocks/blocks.queries.ts';
import { missingToMatch } from '../profiles/profiles.rules.ts';
import { notLooking } from './looking/looking.commands.ts';
import type { WhoFits } from './matches.schema.ts';
import { idsAround, proposalWeek } from './pool.commands.ts';
import { poolRowsOf, poolRowToBe } from './pool.queries.ts';
import { poolPlayer, tiesOf, windowsOf } from './pool.rules.ts';
import { rulesInForce } from './rulebook/rulebook.commands.ts';
import { fitSentence } from './who-fits.wording.ts';

/**
 * How many published players the matcher could propose to somebody as their profile is saved now, whether it is
 * published or not. Of a large community those around them are looked at, as for a first look.
 */
export async function readWhoFits(deps: Deps, actor: Actor): Promise<WhoFits> {
  const now = deps.now();
  const self = await poolRowToBe(deps.db, actor.userId, now);
  if (!self) return { fitting: null, others: 0, missing: null, sentence: fitSentence(null) };
  const { rules } = await rulesInForce(deps.db);
  const ids = await idsAround(deps, actor.userId, rules);
  const ties = tiesOf(await blocksAmong(deps.db, ids), [], await notLooking(deps.db, deps, ids));
  const around = (await poolRowsOf(deps.db, ids, now)).filter(({ id }) => id !== actor.userId);
  const others = around.map((row) => poolPlayer(row, ties)).filter(({ wants }) => wants.length > 0);
  const pool = { weekOf: proposalWeek(now), players: [poolPlayer(self, ties), ...others], forbiddenGroups: [] };
  const found = fittingFor(actor.userId, pool, rules);
  const missing = missingToMatch({ ...self, availability: windowsOf(self.availability) });
  return { fitting: found.fitting, others: found.others, missing, sentence: fitSentence({ ...found, missing }) };
}
