import { z } from 'zod';

/** Maximum number of open invitations per party. */
export const INVITED_MAX = 8;

const PartyMember = z.object({
  id: z.uuid(),
  display_name: z.string(),
  avatar_path: z.string().nullable(),
  role: z.string().nullable(),
  platform: z.string().nullable(),
  leader: z.boolean(),
  is_you: z.boolean(),
  /** Reason why the party has to wait for this member, as a sentence; null when they're ready. */
  waits: z.string().nullable(),
});

export const Party = z.object({
  id: z.uuid(),
  /** Whether the caller can invite, withdraw invitations and disband. */
  you_lead: z.boolean(),
  members: z.array(PartyMember),
  /** Invited players who haven't answered yet. */
  invited: z.array(z.object({ id: z.uuid(), display_name: z.string(), avatar_path: z.string().nullable() })),
  /** Path of the invite link. Anyone who has the link can join. */
  link_path: z.string(),
  /** Whether the next matcher run will include the party. */
  queues: z.boolean(),
  /** The squad created from the party. Only set while the caller is a member of it. */
  squad_id: z.uuid().nullable(),
  /** Describes in sentences how the next run will treat the party. */
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

/** The data that anyone with the link sees before joining. */
export const PartyLink = z.object({
  leader_name: z.string(),
  leader_avatar: z.string().nullable(),
  members: z.array(z.object({ display_name: z.string(), avatar_path: z.string().nullable() })),
  full: z.boolean(),
  joined: z.boolean(),
});
export type PartyLink = z.infer<typeof PartyLink>;
