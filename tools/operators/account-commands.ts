import { writeFile } from 'node:fs/promises';
import type { UserRow } from '../../features/accounts/accounts.queries.ts';
import { AdminAction } from '../../features/admin/admin.schema.ts';
import { runOperatorAction } from '../../features/admin/admin-actions.commands.ts';
import { searchPlayers } from '../../features/admin/admin-players.commands.ts';
import * as operators from '../../features/admin/operators.commands.ts';
import type { Deps } from '../../server/deps.ts';
import type { AdminCommand, CommandInput, CommandResult } from './admin-command.ts';
import { formatFacts, formatTable } from './plain-table.ts';

const toDay = (instant: string | null) => instant?.slice(0, 16).replace('T', ' ') ?? null;
const toName = ({ email, id }: UserRow) => email ?? id;
/** Only the owner may read a file with someone's data. */
const PRIVATE_FILE = 0o600;

/** Creates a command on one account, which its first argument names. */
const withAccount =
  (run: (deps: Deps, user: UserRow, input: CommandInput) => Promise<CommandResult | undefined>): AdminCommand['run'] =>
  async (deps, input) => {
    const [who] = input.args;
    return who === undefined ? undefined : run(deps, await operators.findAccount(deps, who), input);
  };

export const accountCommands: Record<string, AdminCommand> = {
  find: {
    takes: '<text>',
    about: 'finds players by name, Twitch login, email or id',
    run: async (deps, { args: [text] }) => {
      if (!text) return undefined;
      const players = await searchPlayers(deps, text);
      const rows = players.map((one) => [one.id, one.display_name, one.email, one.twitch_login, one.active_bans]);
      const table = formatTable(['id', 'name', 'email', 'twitch', 'bans'], rows);
      return { text: players.length === 0 ? `Nobody matches "${text}".` : table, data: players };
    },
  },
  show: {
    takes: '<who>',
    about: 'shows an account',
    run: withAccount(async (deps, user) => {
      const file = await operators.readAccountFile(deps, user);
      return { text: formatAccount(file), data: file };
    }),
  },
  'reset-password': {
    takes: '<who> [--temporary]',
    about: 'prints a link to set a new password, or sets a temporary one and signs out all devices',
    flags: { temporary: { type: 'boolean' } },
    sendsJobs: true,
    run: withAccount(async (deps, user, { flags, confirm }) => {
      if (!flags.temporary) {
        await confirm(`Create a link with which anyone can set a new password for ${toName(user)}?`);
        const link = await operators.createPasswordLink(deps, user);
        return { text: `Send this link to ${toName(user)}. It works once:\n${link}`, data: { id: user.id, link } };
      }
      await confirm(`Replace the password of ${toName(user)} and sign out all devices?`);
      const password = await operators.setTemporaryPassword(deps, user);
      const text = `The temporary password of ${toName(user)} is ${password}. They should change it after signing in.`;
      return { text, data: { id: user.id, password } };
    }),
  },
  'sign-out': {
    takes: '<who>',
    about: 'signs out all devices',
    run: withAccount(async (deps, user, { confirm }) => {
      await confirm(`Sign out all devices of ${toName(user)}?`);
      await operators.signOutAccount(deps, user);
      return { text: `${toName(user)} is signed out everywhere.`, data: { id: user.id } };
    }),
  },
  'confirm-email': {
    takes: '<who>',
    about: "confirms an address that the user can't confirm",
    run: withAccount(async (deps, user, { confirm }) => {
      await confirm(`Confirm that ${toName(user)} belongs to this user?`);
      await operators.confirmAccountEmail(deps, user);
      return { text: `${toName(user)} is confirmed.`, data: { id: user.id } };
    }),
  },
  ban: {
    takes: '<who> --reason <text> [--days <number>] [--scope all|listing|applying|matching]',
    about: 'bans a player, who sees the reason; without --days there is no end',
    flags: { reason: { type: 'string' }, days: { type: 'string' }, scope: { type: 'string' } },
    sendsJobs: true,
    run: withAccount(async (deps, user, { flags, confirm }) => {
      const { reason, scope } = flags;
      if (typeof reason !== 'string') return undefined;
      const days = flags.days === undefined ? null : Number(flags.days);
      // The console's own schema checks the reason, the days and the scope.
      const action = AdminAction.safeParse({ action: 'ban_user', userId: user.id, reason, days, scope });
      if (!action.success) throw new Error(action.error.issues[0]!.message);
      if (action.data.action !== 'ban_user') return undefined;
      await confirm(`Ban ${toName(user)} ${days === null ? 'with no end date' : `for ${days} days`}?`);
      const { message, detail } = await runOperatorAction(deps, action.data);
      return { text: detail ?? message, data: { id: user.id, message, detail } };
    }),
  },
  unban: {
    takes: '<who>',
    about: 'lifts all bans of a player',
    sendsJobs: true,
    run: withAccount(async (deps, user, { confirm }) => {
      await confirm(`Lift all bans of ${toName(user)}?`);
      const lifted = await operators.unbanAccount(deps, user);
      return { text: `${lifted === 1 ? '1 ban' : `${lifted} bans`} lifted.`, data: { id: user.id, lifted } };
    }),
  },
  export: {
    takes: '<who> [--to <file>]',
    about: "writes the user's own data export to a file",
    flags: { to: { type: 'string' } },
    run: withAccount(async (deps, user, { flags }) => {
      const file = typeof flags.to === 'string' ? flags.to : `planet-crew-data-${user.id}.json`;
      const content = await operators.exportAccount(deps, user);
      await writeFile(file, content, { mode: PRIVATE_FILE, flag: 'wx' });
      return { text: `The data of ${toName(user)} is in ${file}.`, data: { id: user.id, file } };
    }),
  },
  delete: {
    takes: '<who>',
    about: 'schedules the deletion in 14 days; the user gets an email and can cancel it',
    sendsJobs: true,
    run: withAccount(async (deps, user, { confirm }) => {
      await confirm(`Schedule the deletion of ${toName(user)} and sign out all devices?`);
      const at = (await operators.deleteAccount(deps, user)).toISOString();
      return {
        text: `${toName(user)} will be deleted on ${at.slice(0, 10)}.`,
        data: { id: user.id, delete_after: at },
      };
    }),
  },
};

function formatAccount(file: operators.AccountFile): string {
  const facts = formatFacts([
    ['id', file.id],
    ['name', file.display_name],
    ['email', file.email && `${file.email}${file.email_confirmed_at ? '' : ' (not confirmed)'}`],
    ['phone', file.phone],
    ['twitch', file.twitch_login],
    ['admin', file.is_admin ? 'yes' : null],
    ['profile', file.published ? 'published' : 'not published'],
    ['signed up', toDay(file.created_at)],
    ['last sign-in', toDay(file.last_sign_in_at)],
    ['sign-in with', file.sign_in_methods.join(', ')],
    ['second factor', file.has_second_factor ? 'yes' : 'no'],
    ['sessions', file.sessions],
    ['reports upheld', file.reports_upheld],
    ['reports dismissed', file.reports_dismissed],
    ['listings', file.listings],
    ['will be deleted', toDay(file.delete_after)],
  ]);
  if (file.bans.length === 0) return facts;
  const bans = file.bans.map((ban) => [
    ban.active ? 'active' : ban.lifted_at ? 'lifted' : 'over',
    ban.scope,
    toDay(ban.created_at),
    toDay(ban.expires_at) ?? 'no end',
    ban.reason,
  ]);
  return `${facts}\n\n${formatTable(['ban', 'scope', 'from', 'until', 'reason'], bans)}`;
}
