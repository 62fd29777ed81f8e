import { z } from 'zod';
import type { Message } from '../../messages/message.ts';
import { action, assetPath, hexColor, httpsUrl, plainText, richLine, slug } from './base-schema.ts';

const socialType = z.enum(['Twitter', 'Twitch', 'Instagram', 'TikTok', 'LinkedIn', 'YouTube']);
const socialLink = z.strictObject({ type: socialType, label: plainText, url: httpsUrl });
export type SocialLink = z.infer<typeof socialLink>;

/** Field names and types come from the specification. */
const member = z.strictObject({
  id: slug,
  display_name: plainText,
  tagline: plainText.max(110),
  role: plainText,
  avatar: assetPath,
  accent_color: hexColor,
  chain_glow: z.boolean(),
  social_links: z.array(socialLink).max(4),
  cta_button: z.strictObject({ text: plainText, link: action.shape.href }).optional(),
  layout: z.enum(['card-horizontal', 'card-vertical']),
});
export type Member = z.infer<typeof member>;
/** A member before translation: texts are messages, and a link's label is built from the member's name. */
export type MemberFacts = Omit<Member, 'display_name' | 'tagline' | 'role' | 'social_links' | 'cta_button'> & {
  display_name: Message;
  tagline: Message;
  role: Message;
  social_links: Omit<SocialLink, 'label'>[];
  cta_button?: { text: Message; link: string };
};

export const teamGroup = z.strictObject({
  id: z.enum(['leadership', 'core', 'advisory', 'brandAmbassadors']),
  title: plainText,
  columns: z.union([z.literal(2), z.literal(3)]),
  members: z.array(member),
});
export type TeamGroup = z.infer<typeof teamGroup>;
export type TeamGroupFacts = Omit<TeamGroup, 'title' | 'members'> & { title: Message; members: MemberFacts[] };

export const teamTexts = z.strictObject({
  anchor: z.literal('team'),
  title: plainText,
  line: plainText,
  seatsNote: plainText,
  /** The link from the home page's strip of ambassadors to the page with all their cards. */
  all: action,
  ambassadorBox: z.strictObject({ title: plainText, text: richLine, actions: z.array(action) }),
});
export type TeamTexts = z.infer<typeof teamTexts>;

export const partner = z.strictObject({
  id: slug,
  name: plainText,
  kind: plainText,
  url: httpsUrl,
  logo: assetPath,
  alt: plainText,
  line: plainText.max(120),
  /** Colors of the logo we draw for the partner. */
  colors: z.tuple([hexColor, hexColor]),
});
export type Partner = z.infer<typeof partner>;
/** A partner before translation: texts are messages, and the logo's alternative text is built from the name. */
export type PartnerFacts = Omit<Partner, 'kind' | 'alt' | 'line'> & { kind: Message; line: Message };

/** A streamer card; `channel` is the channel's login name for the embedded player. */
export const streamer = z.strictObject({
  id: slug,
  name: plainText,
  title: plainText,
  gameNetworkId: plainText,
  channel: z.string().regex(/^[a-z0-9_]{4,25}$/),
  url: httpsUrl,
});
export type Streamer = z.infer<typeof streamer>;
export type StreamerFacts = Omit<Streamer, 'title'> & { title: Message };
