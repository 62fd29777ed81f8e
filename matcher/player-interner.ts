import type { PoolPlayer } from './matcher-schema.ts';

/**
 * Creates an interner, which stores equal values of players only once. Large pools have few distinct values, so this
 * halves their memory.
 * @returns a function that returns a player with the lists and windows shared with earlier players
 */
export function createPlayerInterner(): (player: PoolPlayer) => PoolPlayer {
  const known = new Map<string, object>();
  const once = <Value extends object>(value: Value): Value => {
    const key = JSON.stringify(value);
    const other = known.get(key) as Value | undefined;
    if (!other) known.set(key, value);
    return other ?? value;
  };
  return (player) => ({
    ...player,
    positions: once(player.positions),
    modes: once(player.modes),
    languages: once(player.languages),
    windows: player.windows.map(once),
    playstyle: once(player.playstyle),
    archetypes: once(player.archetypes),
    wishes: once(player.wishes),
    wants: once(player.wants),
  });
}
