import { randomInt } from 'node:crypto';
import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toIsoOrNull } from '../../time/instants.ts';
import { updateByAdmin } from '../accounts/account-admin/account-admin.commands.ts';
import { generateLink } from '../accounts/account-admin/admin-links.commands.ts';
import { scheduleDeletion } from '../accounts/account-deletion.commands.ts';
import { findUser, findUserByEmail, loadPerson, type UserRow } from '../accounts/accounts.queries.ts';
import { normalizeEmail } from '../accounts/accounts.rules.ts';
import { collectOwnData } from '../accounts/own-data/own-data.commands.ts';
import { signOutByOperator } from '../accounts/sessions/sessions.commands.ts';
import { listSessions } from '../accounts/sessions/sessions.queries.ts';
import { recordAudit } from '../moderation/audit.commands.ts';
import { listActiveBans } from '../moderation/bans.queries.ts';
import type { PlayerFile } from './admin.schema.ts';
import { runOperatorAction } from './admin-actions.commands.ts';
import { readPlayer, searchPlayers } from './admin-players.commands.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the function that writes the operator's audit entry in the transaction of the action. */
const createAuditWriter = (deps: Deps, action: string, userId: string) => (tx: Db, after?: Record<string, unknown>) =>
  recordAudit(tx, deps, { adminId: null, action, targetType: 'user', targetId: userId, after: after ?? null });

/**
 * Finds the one account that an operator means, by id, email, Twitch login or name.
 * @throws Refusal not_found, or conflict when several players match
 */
export async function findAccount(deps: Deps, text: string): Promise<UserRow> {
  const user = UUID.test(text)
    ? await findUser(deps.db, text.toLowerCase())
    : text.includes('@')
      ? await findUserByEmail(deps.db, normalizeEmail(text))
      : undefined;
  if (user) return user;
  const found = text.trim().length < 2 ? [] : await searchPlayers(deps, text);
  if (found.length > 1) {
    throw new Refusal(
      'conflict',
      `${found.length} players match "${text}". Use an id from: npm run admin -- find "${text}"`,
    );
  }
  const player = found[0] && (await findUser(deps.db, found[0].id));
  if (!player) throw new Refusal('not_found', `Nobody matches "${text}". Use an email address, an id or a name.`);
  return player;
}

export type AccountFile = PlayerFile & {
  email_confirmed_at: string | null;
  last_sign_in_at: string | null;
  /** When the account will be deleted. */
  delete_after: string | null;
  sign_in_methods: string[];
  has_second_factor: boolean;
  sessions: number;
};

/** Returns the data that the console shows about a player, and how they sign in. */
export async function readAccountFile(deps: Deps, user: UserRow): Promise<AccountFile> {
  const [player, { identities, factors }, sessions] = await Promise.all([
    readPlayer(deps, user.id),
    loadPerson(deps.db, user),
    listSessions(deps.db, user.id),
  ]);
  return {
    ...player,
    email_confirmed_at: toIsoOrNull(user.emailConfirmedAt),
    last_sign_in_at: toIsoOrNull(user.lastSignInAt),
    delete_after: toIsoOrNull(user.deleteAfter),
    sign_in_methods: identities.map(({ provider }) => provider),
    has_second_factor: factors.some(({ status }) => status === 'verified'),
    sessions: sessions.length,
  };
}

/** Creates a link with which the user sets a new password. Doesn't send it. */
export async function createPasswordLink(deps: Deps, { id, email }: UserRow): Promise<string> {
  if (!email) throw new Refusal('conflict', "This account has no email address, so it can't have a link.");
  const redirect_to = deps.env.origin + paths.callback;
  const audit = createAuditWriter(deps, 'reset_password', id);
  const link = await generateLink(deps, { type: 'recovery', email, redirect_to }, (tx) => audit(tx, { how: 'link' }));
  return link.action_link;
}

/** Letters and digits that are hard to confuse when read aloud. */
const PASSWORD_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_GROUPS = 4;
const GROUP_LENGTH = 4;

const createPassword = () =>
  Array.from({ length: PASSWORD_GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => PASSWORD_CHARACTERS[randomInt(PASSWORD_CHARACTERS.length)]).join(''),
  ).join('-');

/** Sets a random password and signs the user out everywhere. @returns the password, which isn't stored in plain text */
export async function setTemporaryPassword(deps: Deps, { id }: UserRow): Promise<string> {
  const password = createPassword();
  const audit = createAuditWriter(deps, 'reset_password', id);
  await updateByAdmin(deps, id, { password }, (tx) => audit(tx, { how: 'temporary' }));
  return password;
}

export async function signOutAccount(deps: Deps, { id }: UserRow): Promise<void> {
  await signOutByOperator(deps, id, createAuditWriter(deps, 'sign_out', id));
}

/** @throws Refusal conflict when there's nothing to confirm */
export async function confirmAccountEmail(deps: Deps, { id, email, emailConfirmedAt }: UserRow): Promise<void> {
  if (!email) throw new Refusal('conflict', 'This account has no email address.');
  if (emailConfirmedAt) throw new Refusal('conflict', `${email} is already confirmed.`);
  await updateByAdmin(deps, id, { email, email_confirm: true }, createAuditWriter(deps, 'confirm_email', id));
}

/** Lifts every active ban. @returns how many there were @throws Refusal conflict when there's none */
export async function unbanAccount(deps: Deps, { id }: UserRow): Promise<number> {
  const bans = await listActiveBans(deps.db, id, deps.now());
  if (bans.length === 0) throw new Refusal('conflict', "This player isn't banned.");
  for (const ban of bans) await runOperatorAction(deps, { action: 'lift_ban', banId: ban.id });
  return bans.length;
}

/** Schedules the deletion as the account page does: the user gets an email and can cancel it until then. */
export async function deleteAccount(deps: Deps, { id }: UserRow): Promise<Date> {
  const audit = createAuditWriter(deps, 'delete_account', id);
  return scheduleDeletion(deps, id, {
    alongside: (tx, deleteAfter) => audit(tx, { deleteAfter: deleteAfter.toISOString() }),
  });
}

/** Returns the same data as the user's own export. */
export async function exportAccount(deps: Deps, { id }: UserRow): Promise<string> {
  const content = await collectOwnData(deps, id);
  await createAuditWriter(deps, 'export_data', id)(deps.db);
  return content;
}
