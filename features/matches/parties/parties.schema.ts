import { z } from 'zod';

/** A party leaves at least one seat of a squad to others. */
export const PARTY_MAX = 4;
/** Open invitations of one party. */
export const INVITED_MAX = 8;

const PartyMember = z.object({
  id: z.uuid(),
  display_name: z.string(),
  avatar_path: z.string().nullable(),
  role: z.string().nullable(),
  platform: z.string().nullable(),
  leader: z.boolean(),
  is_you: z.boolean(),
  /** Why the party waits for this member, as a sentence; null when they are ready. */
  waits: z.string().nullable(),
});

export const Party = z.object({
  id: z.uuid(),
  /** Whether the caller may invite, take invitations back and disband. */
  you_lead: z.boolean(),
  members: z.array(PartyMember),
  /** Asked and not answered yet. */
  invited: z.array(z.object({ id: z.uuid(), display_name: z.string(), avatar_path: z.string().nullable() })),
  /** Path of the link that lets its holder join. */
  link_path: z.string(),
  /** Whether the next run of the matcher takes the party in. */
  queues: z.boolean(),
  /** The squad that came out of it, while the caller is in it. */
  squad_id: z.uuid().nullable(),
  /** What the next run does with the party, as sentences. */
  sentences: z.array(z.string()),
});
export type Party = z.infer<typeof Party>;

const Invitation = z.object({
  party_id: z.uuid(),
  leader_name: z.string(),
  leader_avatar: z.string().nullable(),
  leader_id: z.uuid(),
  members: z.number().int(),
});

export const OwnParty = z.object({ party: Party.nullable(), invitations: z.array(Invitation) });
export type OwnParty = z.infer<typeof OwnParty>;

/** What the holder of a link sees before joining. */
export const PartyLink = z.object({
  leader_name: z.string(),
  leader_avatar: z.string().nullable(),
  members: z.array(z.object({ display_name: z.string(), avatar_path: z.string().nullable() })),
  full: z.boolean(),
  joined: z.boolean(),
});
export type PartyLink = z.infer<typeof PartyLink>;
