import { formatList } from '../../messages/lists.ts';
import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import { HANDLE_LABELS } from './game.schema.ts';
import { PLATFORM_LABELS, REGION_LABELS, translateValue } from './game-labels.schema.ts';
import type { StoredFields } from './profile-fields.schema.ts';
import * as messages from './profiles.messages.ts';
import type { PublicProfile } from './profiles.schema.ts';

/**
 * Hours a user has to publish their edited profile again. After that, it counts as unpublished, and players waiting on
 * them are notified.
 */
export const EDIT_HOURS = 1;

type Publishable = Pick<StoredFields, 'platform' | 'role' | 'modes' | 'region' | 'timezone' | 'allow_contact'>;

/**
 * Returns the first problem that prevents publishing, as a message and its field; undefined when there's none. Source:
 * part 1 §4 and §5 of the specification.
 */
export function findPublishProblem(profile: Publishable): { message: Message; field: string } | undefined {
  if (!profile.platform) return { message: messages.publishNeedsPlay, field: 'platform' };
  if (!profile.role) return { message: messages.publishNeedsPlay, field: 'role' };
  if (profile.modes.length === 0) return { message: messages.publishNeedsPlay, field: 'modes' };
  if (!profile.region) return { message: messages.publishNeedsPlace, field: 'region' };
  if (!profile.timezone) return { message: messages.publishNeedsPlace, field: 'timezone' };
  if (!profile.allow_contact) return { message: messages.publishNeedsContact, field: 'allow_contact' };
  return undefined;
}

/** Fields that are required for matching but not for publishing, each with the step that asks for it. */
export const MATCH_NEEDS = { languages: 'basics', hours: 'hours' } as const;
export type MatchNeed = keyof typeof MATCH_NEEDS;

/** Returns the first missing field that prevents matching, in the order the form asks for them. */
export function findMissingMatchField(profile: {
  languages: readonly string[];
  availability: readonly unknown[];
}): MatchNeed | null {
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
export function listConnectLinks(
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

/** The summary's first sentence, by competitive level. It names the position, platform and region. */
const SUMMARIES: Readonly<Record<string, typeof messages.summary>> = {
  casual: messages.summaryCasual,
  competitive: messages.summaryCompetitive,
  elite: messages.summaryElite,
};

/** Summarizes a player in a few sentences for search engines and chat clients. */
export function formatProfileSummary(t: Translator, profile: SummaryFields): string {
  const { role, overall_rating: rating, win_percentage: percentage } = profile;
  const platform = translateValue(t, PLATFORM_LABELS, profile.platform);
  const region = translateValue(t, REGION_LABELS, profile.region);
  const modes = formatList(t, profile.modes, 'commas');
  return [
    t(SUMMARIES[profile.competitive_level ?? ''] ?? messages.summary, { role, platform, region }),
    ...(rating === null ? [] : [t(messages.summaryRating, { rating })]),
    ...(percentage === null ? [] : [t(messages.summaryWinRate, { percentage })]),
    t(profile.mic ? messages.summaryWithMic : messages.summaryWithoutMic, { modes }),
  ].join(' ');
}
