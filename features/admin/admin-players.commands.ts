import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toIso, toIsoOrNull } from '../../time/instants.ts';
import { listBans } from '../moderation/bans.queries.ts';
import { listFlagsAbout } from '../moderation/flags.queries.ts';
import { isBanActive } from '../moderation/moderation.rules.ts';
import { readReliabilityFile } from '../moderation/reliability/reliability.commands.ts';
import { type PlayerFile, type PlayerLine, ROWS_SHOWN } from './admin.schema.ts';
import { findPlayerFile, findPlayers } from './admin-players.queries.ts';

export function searchPlayers(deps: Deps, text: string): Promise<PlayerLine[]> {
  return findPlayers(deps.db, text, ROWS_SHOWN.players, deps.now());
}

/** Reads a player's record. @throws Refusal not_found */
export async function readPlayer(deps: Deps, id: string): Promise<PlayerFile> {
  const now = deps.now();
  const [player, bans, flags, reliability] = await Promise.all([
    findPlayerFile(deps.db, id, now),
    listBans(deps.db, id),
    listFlagsAbout(deps.db, id, ROWS_SHOWN.players),
    readReliabilityFile(deps, id),
  ]);
  if (!player) throw new Refusal('not_found', 'Player not found.');
  return {
    ...player,
    reliability,
    created_at: toIso(player.created_at),
    bans: bans.map((ban) => ({
      id: ban.id,
      scope: ban.scope,
      reason: ban.reason,
      created_at: ban.createdAt.toISOString(),
      expires_at: toIsoOrNull(ban.expiresAt),
      lifted_at: toIsoOrNull(ban.liftedAt),
      active: isBanActive(ban, now),
    })),
    flags: flags.map((flag) => ({
      id: flag.id,
      reason: flag.reason,
      status: flag.status,
      title: typeof flag.subject.title === 'string' ? flag.subject.title : 'Untitled',
      created_at: flag.createdAt.toISOString(),
    })),
  };
}
