import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import type { BanScope } from '../moderation/ban-reasons.schema.ts';
import { shutsDoor } from '../moderation/moderation.rules.ts';
import { closeProposalsOf } from './matches.commands.ts';
import { removeFromParty } from './parties/parties.commands.ts';

/** Silently takes somebody who may no longer be matched out of their open proposals and their party. */
export async function withdrawBanned(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<void> {
  if (!shutsDoor(scope, 'matching')) return;
  await closeProposalsOf(tx, deps, userId);
  await removeFromParty(tx, deps, userId);
}
