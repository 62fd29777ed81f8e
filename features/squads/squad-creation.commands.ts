import { randomInt, randomUUID } from 'node:crypto';
import { type Db, withDeadlockRetry } from '../../db/database.ts';
import { lazyText } from '../../messages/lazy-text.ts';
import { mention } from '../../messages/mentions.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { listPartyMembers, lockPartyOf } from '../matches/parties/parties.queries.ts';
import { enqueueNotifications } from '../notifications/notifications.commands.ts';
import { FORMAT_FACTS, formatForPlayers, formatOfType, type GroupFormat } from '../profiles/group-formats.schema.ts';
import { joinThread } from '../threads/thread-members.commands.ts';
import { createSquadMessage } from './squad-messages.wording.ts';
import { generateSquadName } from './squad-names.generator.ts';
import * as messages from './squads.messages.ts';
import * as queries from './squads.queries.ts';

/** Number of distinct crests. */
export const CREST_COUNT = 2 ** 31 - 1;

type Origin = { matchId: string } | { partyId: string };
type Members = readonly { userId: string; position: string | null }[];

/**
 * Creates the squad of a match that everyone accepted, in the same transaction and without asking anyone. If exactly
 * these people already have a squad, from their party or an earlier match, that squad takes over this match and keeps
 * its name, chat and captain.
 */
export async function createSquad(
  tx: Db,
  deps: Deps,
  { matchId, type, members }: { matchId: string; type: string; members: Members },
): Promise<void> {
  const format = formatOfType(type);
  const memberIds = members.map(({ userId }) => userId);
  const squad = await queries.lockSquadOfMembers(tx, { size: FORMAT_FACTS[format].seats, memberIds });
  if (!squad) {
    await insertSquadFromOrigin(tx, deps, { origin: { matchId }, format, members });
    return;
  }
  if (squad.matchId === matchId) return;
  await queries.insertSquadMatch(tx, squad, matchId);
  for (const { userId, position } of members) {
    if (position) await queries.fillPosition(tx, squad.id, userId, position);
  }
}

/** Creates the squad of people who agreed to form a party, in the same transaction and without asking anyone. */
export async function createPartySquad(
  tx: Db,
  deps: Deps,
  { partyId, members }: { partyId: string; members: Members },
): Promise<void> {
  await insertSquadFromOrigin(tx, deps, { origin: { partyId }, format: formatForPlayers(members.length), members });
}

/** @returns the new squad; undefined when its origin already has one */
async function insertSquadFromOrigin(
  tx: Db,
  deps: Deps,
  { origin, format, members }: { origin: Origin; format: GroupFormat; members: Members },
): Promise<{ id: string; name: string; rev: number } | undefined> {
  const { seats: size } = FORMAT_FACTS[format];
  const seed = randomInt(CREST_COUNT);
  const id = randomUUID();
  const name = generateSquadName(seed);
  const identity = { name, crestSeed: seed, size, captainId: members[0]!.userId };
  const createdAt = deps.now();
  const wholeSince = members.length >= size ? createdAt : null;
  const squad = { id, ...origin, ...identity, wholeSince, createdAt };
  if (!(await queries.insertSquad(tx, squad, members))) return undefined;
  const memberIds = members.map(({ userId }) => userId);
  await joinThread(tx, deps, { kind: 'squad', subjectId: id }, memberIds);
  return { id, name, rev: 1 };
}

/**
 * Creates a squad from the leader's party and keeps the party. Idempotent: returns the existing squad.
 * @returns the squad's id
 * @throws Refusal conflict when the caller has no party, is alone in it, or has left its squad; forbidden when they
 * aren't its leader
 */
export async function makePartySquad(deps: Deps, actor: Person): Promise<string> {
  return withDeadlockRetry(deps.db, async (tx) => {
    const party = await lockPartyOf(tx, actor.userId);
    if (!party) throw new Refusal('conflict', messages.noParty);
    if (party.leader_id !== actor.userId) throw new Refusal('forbidden', messages.partyLeaderOnly);
    const existingSquad = await queries.findSquadOfParty(tx, party.id);
    if (existingSquad) return getSquadPath(tx, existingSquad, actor);
    const all = await listPartyMembers(tx, party.id, deps.now());
    const others = all.filter(({ id, status }) => status === 'joined' && id !== actor.userId);
    if (others.length === 0) throw new Refusal('conflict', messages.aloneInParty);
    const members = [actor.userId, ...others.map(({ id }) => id)].map((userId) => ({ userId, position: null }));
    const squad = await insertSquadFromOrigin(tx, deps, {
      origin: { partyId: party.id },
      format: formatForPlayers(members.length),
      members,
    });
    if (!squad) throw new Refusal('conflict', messages.leftPartySquad);
    const leader = all.find(({ id }) => id === actor.userId)?.display_name;
    const write = (t: Translator) => {
      const name = mention(actor.userId, leader) ?? t(messages.formerPlayer);
      const lines = [lazyText(messages.newSquadFromParty, { name }), messages.newSquadHint];
      return createSquadMessage(t, squad, { title: lazyText(messages.newSquadTitle, { squad: squad.name }), lines });
    };
    await enqueueNotifications(
      tx,
      deps,
      others.map(({ id: userId }) => ({ userId, write })),
    );
    return squad.id;
  });
}

async function getSquadPath(tx: Db, squadId: string, actor: Person): Promise<string> {
  if (await queries.findMemberSquad(tx, squadId, actor.userId)) return squadId;
  throw new Refusal('conflict', messages.leftPartySquad);
}
