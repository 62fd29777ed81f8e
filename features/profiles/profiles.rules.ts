import { HANDLE_LABELS } from './game.schema.ts';
import type { StoredFields } from './profile-fields.schema.ts';
import type { PublicProfile } from './profiles.schema.ts';

/** How long a user may edit their saved profile before players waiting on them are notified that it was unpublished. */
export const EDIT_HOURS = 1;

/** Full position names, for people who don't know the abbreviations. */
export const POSITION_LABELS: Record<string, string> = {
  PG: 'Point guard',
  SG: 'Shooting guard',
  SF: 'Small forward',
  PF: 'Power forward',
  C: 'Center',
};

type Publishable = Pick<StoredFields, 'platform' | 'role' | 'modes' | 'region' | 'timezone' | 'allow_contact'>;

const PUBLISH_MESSAGES = {
  play: 'Please fill in Platform, Role, and at least one Mode.',
  place: 'Please fill in Region and Timezone.',
  contact: 'Allow contact first, so players you match with can reach you.',
} as const;

/**
 * Returns the first problem that prevents publishing, as a message and its field; undefined when there's none. Source:
 * part 1 §4 and §5 of the specification.
 */
export function findPublishProblem(profile: Publishable): { message: string; field: string } | undefined {
  if (!profile.platform) return { message: PUBLISH_MESSAGES.play, field: 'platform' };
  if (!profile.role) return { message: PUBLISH_MESSAGES.play, field: 'role' };
  if (profile.modes.length === 0) return { message: PUBLISH_MESSAGES.play, field: 'modes' };
  if (!profile.region) return { message: PUBLISH_MESSAGES.place, field: 'region' };
  if (!profile.timezone) return { message: PUBLISH_MESSAGES.place, field: 'timezone' };
  if (!profile.allow_contact) return { message: PUBLISH_MESSAGES.contact, field: 'allow_contact' };
  return undefined;
}

/** Fields that are required for matching but not for publishing, each with the step that asks for it. */
export const MATCH_NEEDS = {
  languages: {
    step: 'basics',
    label: 'Add a language',
    lacks: 'no language',
    why: 'everyone in a match needs one in common',
  },
  hours: {
    step: 'hours',
    label: 'Set your availability',
    lacks: 'no availability',
    why: 'players in a match need hours they share',
  },
} as const;

/** Returns the first missing field that keeps a player from being matched, in the order the form asks for them. */
export function listMissingToMatch(profile: {
  languages: readonly string[];
  availability: readonly unknown[];
}): keyof typeof MATCH_NEEDS | null {
  if (profile.languages.length === 0) return 'languages';
  return profile.availability.length === 0 ? 'hours' : null;
}

/** Formats a height in whole inches as feet and inches: 77 → `6'5"`. */
export function formatFeetAndInches(inches: number): string {
  return `${Math.floor(inches / 12)}'${inches % 12}"`;
}

export type ConnectLink = {
  kind: 'twitch' | 'discord' | 'twitter' | 'psn' | 'xbox';
  label: string;
  text: string;
  href?: string;
};

/** Returns the contact handles a player shows: links where there's a URL, console names as plain text. */
export function connectLinks(
  profile: Pick<PublicProfile, 'twitch_url' | 'discord' | 'twitter' | 'psn' | 'xbox'>,
): ConnectLink[] {
  const links: ConnectLink[] = [];
  if (profile.twitch_url) {
    const login = profile.twitch_url.split('/').at(-1)!;
    links.push({ kind: 'twitch', label: HANDLE_LABELS.twitch, text: login, href: profile.twitch_url });
  }
  if (profile.discord) {
    const href = `https://discord.com/users/${encodeURIComponent(profile.discord)}`;
    links.push({ kind: 'discord', label: HANDLE_LABELS.discord, text: profile.discord, href });
  }
  if (profile.twitter) {
    const href = `https://x.com/${encodeURIComponent(profile.twitter)}`;
    links.push({ kind: 'twitter', label: HANDLE_LABELS.twitter, text: `@${profile.twitter}`, href });
  }
  if (profile.psn) links.push({ kind: 'psn', label: HANDLE_LABELS.psn, text: profile.psn });
  if (profile.xbox) links.push({ kind: 'xbox', label: HANDLE_LABELS.xbox, text: profile.xbox });
  return links;
}

type StreamingIdentity = { provider_id: string; identity_data: Record<string, unknown> };

/** Extracts the id, login, display name and picture of a Twitch identity from the first common claim that has them. */
export function toStreamingAccount(identity: StreamingIdentity): {
  id: string;
  login: string | null;
  name: string | null;
  picture: string | null;
} {
  const claim = (...names: string[]) => {
    const found = names
      .map((name) => identity.identity_data[name])
      .find((value) => typeof value === 'string' && value !== '');
    return typeof found === 'string' ? found : null;
  };
  return {
    id: identity.provider_id,
    login: claim('preferred_username', 'user_name', 'slug', 'login', 'name')?.slice(0, 40).toLowerCase() ?? null,
    name: claim('nickname', 'display_name', 'full_name', 'name', 'preferred_username'),
    picture: claim('avatar_url', 'picture'),
  };
}

type SummaryFields = Pick<
  PublicProfile,
  'role' | 'platform' | 'region' | 'overall_rating' | 'win_percentage' | 'competitive_level' | 'modes' | 'mic'
>;

/** Summarizes a player in one line for search engines and chat clients. */
export function formatProfileSummary(profile: SummaryFields): string {
  const level = profile.competitive_level ? `${profile.competitive_level} ` : '';
  const position = `${level}${POSITION_LABELS[profile.role] ?? profile.role}`.toLowerCase();
  const facts = [
    `${position[0]!.toUpperCase()}${position.slice(1)} on ${profile.platform}, ${profile.region}.`,
    profile.overall_rating === null ? null : `${profile.overall_rating} overall.`,
    profile.win_percentage === null ? null : `${profile.win_percentage}% wins.`,
    `Plays ${profile.modes.join(', ')}, ${profile.mic ? 'with' : 'without'} mic.`,
  ];
  return facts.filter((fact) => fact !== null).join(' ');
}
