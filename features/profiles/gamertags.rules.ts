import type { GamertagKind, Platform } from './game.schema.ts';

/** Only consoles have gamertags of their own, so other players are invited over Discord. */
const KINDS: Record<Platform, GamertagKind> = {
  PS5: 'psn',
  'Xbox Series': 'xbox',
  PC: 'discord',
  Switch: 'discord',
  Other: 'discord',
};

/** Returns how a player is invited: on their own platform, even by hosts on another one. */
export const getGamertagKind = (platform: string | null): GamertagKind => KINDS[platform as Platform] ?? 'discord';

type Gamertags = { platform: string | null } & Record<GamertagKind, string | null>;

/** Returns the kind of gamertag that hosts need to invite a player, if the player hasn't entered it. */
export function findMissingGamertag(player: Gamertags): GamertagKind | undefined {
  const kind = getGamertagKind(player.platform);
  return player[kind]?.trim() ? undefined : kind;
}
