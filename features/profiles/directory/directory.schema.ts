import { z } from 'zod';
import { COMPETITIVE_LEVELS, LANGUAGES, MODES, PLATFORMS, POSITIONS, REGIONS } from '../game.schema.ts';
import { CARD_FIELDS, type CardField } from '../profile-fields.schema.ts';
import { PublicProfile } from '../profiles.schema.ts';
import { MIC_CHOICES, PLATFORM_LABELS, RATING_CHOICES, SORTS } from './directory-filters.schema.ts';

export { PAGE_SIZE } from './directory-filters.schema.ts';

/** A form sends every field; an empty one means the filter isn't set. */
const oneOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const unset = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema);

export const DirectoryFilters = z.object({
  platform: unset(
    z.enum([...new Set([...PLATFORM_LABELS, ...PLATFORMS])], 'Choose a platform: PSN, Xbox, PC or Switch.').optional(),
  ),
  role: unset(z.enum(POSITIONS, `Choose a role: ${oneOf.format(POSITIONS)}.`).optional()),
  region: unset(z.enum(REGIONS, `Choose a region: ${oneOf.format(REGIONS)}.`).optional()),
  mic: unset(z.enum(MIC_CHOICES, 'Choose a mic option: any, yes or no.').optional()),
  /** The start of the name. */
  name: unset(z.string().trim().max(40, 'Keep the name to 40 characters or fewer.').optional()),
  mode: unset(z.enum(MODES, `Choose a mode: ${oneOf.format(MODES)}.`).optional()),
  level: unset(z.enum(COMPETITIVE_LEVELS, `Choose a level: ${oneOf.format(COMPETITIVE_LEVELS)}.`).optional()),
  rating: unset(z.enum(RATING_CHOICES, 'Choose a minimum rating: 70, 80, 85, 90 or 95.').optional()),
  language: unset(z.enum(LANGUAGES, 'Choose a language from the list.').optional()),
  sort: unset(z.enum(SORTS, 'Sort by newest or rating.').optional()),
  /** Only players I follow. */
  followed: unset(z.enum(['yes'], 'Set followed to yes, or leave it out.').optional()),
  /** Only players free when I am; `auto` applies it for users who are published and have set their availability. */
  free: unset(z.enum(['auto', 'no'], 'Set free to auto or no.').optional()),
});
export type DirectoryFilters = z.output<typeof DirectoryFilters>;

export const DirectoryQuery = DirectoryFilters.extend({
  /** `nextCursor` of the previous page. */
  cursor: unset(z.string().max(200, "This page marker isn't valid.").optional()),
});

const ALWAYS_ON_CARD = ['id', 'verified', 'avatar_path', 'twitch_url', 'created_at'] as const;
type OnCard = CardField | (typeof ALWAYS_ON_CARD)[number];
const onCard: readonly string[] = [...ALWAYS_ON_CARD, ...CARD_FIELDS];

/** In the order of the public profile. */
export const CARD_COLUMNS = PublicProfile.keyof().options.filter((name): name is OnCard => onCard.includes(name));

/** A member card: what the directory shows before the profile is opened. */
export const PlayerCard = PublicProfile.pick(
  Object.fromEntries(CARD_COLUMNS.map((name) => [name, true])) as Record<OnCard, true>,
);
export type PlayerCard = z.infer<typeof PlayerCard>;

export const DirectoryPage = z.object({
  profiles: z.array(PlayerCard),
  nextCursor: z.string().nullable(),
  /** Whether the list contains only players free when the viewer is. */
  free_when_i_am: z.boolean(),
  /** The number of players in the directory, whatever the filters. */
  total: z.number().int(),
});
export type DirectoryPage = z.infer<typeof DirectoryPage>;

export const DirectoryCount = z.object({ count: z.number().int() });
