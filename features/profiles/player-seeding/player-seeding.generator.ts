import { DAY_MINUTES } from '../../../time/units.ts';
import { getGamertagKind } from '../gamertags.rules.ts';
import type { FieldName, PublishedFields, UnseededField } from '../profile-fields.schema.ts';
import { type Chance, createChance } from './chance.generator.ts';
import { createLogin, generateGamerTag } from './gamer-tags.generator.ts';
import { pickPlace, pickPlatform } from './places.generator.ts';
import { generateBio, pickPlayStyle } from './play-style.generator.ts';
import { pickWeek } from './sample-hours.generator.ts';

const PLAYERS_DOMAIN = 'players.example';
/** Email domains for seeded accounts. Names under .example can't be registered (RFC 2606). */
export const SEEDED_DOMAINS: readonly string[] = [PLAYERS_DOMAIN, 'planetcrew.example'];

type SeededField = Exclude<FieldName, UnseededField>;

/** A generated player, in profile columns. `ageMinutes` is how long ago they joined. */
export type SeedPlayer = Pick<PublishedFields, Exclude<SeededField, keyof PlayStyle>> &
  PlayStyle & {
    id: string;
    email: string;
    /** The login used at real sign-in. `twitch_login` is the one shown on their profile. */
    login: string;
    twitch_id: string | null;
    twitch_login: string | null;
    ageMinutes: number;
  };
type PlayStyle = ReturnType<typeof pickPlayStyle>;

const MINUTES_IN_18_MONTHS = 548 * DAY_MINUTES;
/** Minimum age of established players, because demos replay one week of history. */
export const ESTABLISHED_DAYS = 8;

function createUuid(chance: Chance): string {
  const hex = Array.from({ length: 4 }, () =>
    Math.floor(chance.next() * 4_294_967_296)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function createHandles(
  chance: Chance,
  { tag, platform, streams, index }: { tag: string; platform: string; streams: boolean; index: number },
) {
  const cleanTag = tag.replace(/[^A-Za-z0-9_]/g, '').slice(0, 16);
  // Everyone has the gamertag of their platform, because the live queue needs it.
  const kind = getGamertagKind(platform);
  const discord = chance.is(0.72) || kind === 'discord' ? createLogin(tag, index).slice(0, 32) : null;
  const twitter = chance.is(0.24) ? cleanTag.slice(0, 15) : null;
  const psn = kind === 'psn' ? cleanTag : null;
  const xbox = kind === 'xbox' ? cleanTag.replaceAll('_', ' ').slice(0, 16).trim() : null;
  const handles = [
    ...(streams ? ['twitch'] : []),
    ...(discord && chance.is(0.4) ? ['discord'] : []),
    ...(twitter && chance.is(0.7) ? ['twitter'] : []),
    ...(psn && chance.is(0.25) ? ['psn'] : []),
    ...(xbox && chance.is(0.25) ? ['xbox'] : []),
  ];
  return { discord, twitter, psn, xbox, public_handles: handles };
}

/** Returns the sign-in provider's ID for a player. */
export const createSignInId = (seed: number, index: number) => `seed-${seed}-${index}`;

/** Generates player number `index` of this seed's community. It doesn't depend on how many others are generated. */
export function seedPlayer(seed: number, index: number): SeedPlayer {
  const chance = createChance(seed, index);
  const id = createUuid(chance);
  const place = pickPlace(chance);
  const platform = pickPlatform(chance, place.region);
  const tag = generateGamerTag(chance);
  const play = pickPlayStyle(chance);
  const streams = chance.is(0.62);
  const login = createLogin(tag, index);
  const mic = chance.is(0.84);
  return {
    ...play,
    id,
    // The domain is reserved and the seed is part of the address, so email to it can't reach anyone.
    email: `${login}.${seed}@${PLAYERS_DOMAIN}`,
    login,
    twitch_id: streams ? createSignInId(seed, index) : null,
    twitch_login: streams ? login : null,
    display_name: tag,
    platform,
    crossplay: chance.is(0.82),
    region: place.region,
    timezone: place.zone,
    languages: [...chance.weighted(place.languages)],
    ...createHandles(chance, { tag, platform, streams, index }),
    availability: pickWeek(chance),
    mic,
    bio: generateBio(chance, play, mic),
    // Communities grow, so more players joined recently than long ago.
    ageMinutes: Math.floor(chance.next() ** 1.8 * MINUTES_IN_18_MONTHS) + ESTABLISHED_DAYS * DAY_MINUTES + 1,
  };
}

/**
 * Generates a community of players with realistic regions, time zones, availability, positions and ratings. Pure: the
 * same seed gives the same players, and a small community is always the start of a larger one.
 */
export function generatePlayers({ players, seed }: { players: number; seed: number }): SeedPlayer[] {
  return Array.from({ length: players }, (_, index) => seedPlayer(seed, index));
}
