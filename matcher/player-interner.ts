import type { PoolPlayer } from './matcher-schema.ts';

/**
 * Creates an interner, which stores equal values of players only once. Large pools have few distinct values, so this
 * halves their memory.
 * @returns a function that returns a player with the lists and windows shared with earlier players
 */
export function createPlayerInterner(): (player: PoolPlayer) => PoolPlayer {
  const internedValues = new Map<string, object>();
  const internOnce = <Value extends object>(value: Value): Value => {
    const key = JSON.stringify(value);
    const storedValue = internedValues.get(key) as Value | undefined;
    if (!storedValue) internedValues.set(key, value);
    return storedValue ?? value;
  };
  return (player) => ({
    ...player,
    positions: internOnce(player.positions),
    modes: internOnce(player.modes),
    languages: internOnce(player.languages),
    windows: player.windows.map(internOnce),
    playstyle: internOnce(player.playstyle),
    archetypes: internOnce(player.archetypes),
    wishes: internOnce(player.wishes),
    wants: internOnce(player.wants),
  });
}
