import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import type { BanScope } from '../moderation/ban-reasons.schema.ts';
import { shuts } from '../moderation/standing.rules.ts';
import { closeProposalsOf } from './matches.commands.ts';
import { removeFromParty } from './parties/parties.commands.ts';

/** Takes somebody who may no longer be matched out of their open proposals and their party; the others hear why. */
export async function withdrawBanned(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<void> {
  if (shuts(scope, 'proposals')) await closeProposalsOf(tx, deps, userId, 'banned');
  if (shuts(scope, 'parties')) await removeFromParty(tx, deps, userId, `banned-${scope}`);
}

/** Takes somebody who is about to leave out of their open proposals and their party; the others hear why. */
export async function withdrawLeaver(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<void> {
  await closeProposalsOf(tx, deps, userId, 'left');
  await removeFromParty(tx, deps, userId, 'leaving');
}
