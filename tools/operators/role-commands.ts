import { findUserByEmail } from '../../features/accounts/accounts.queries.ts';
import { normalizeEmail } from '../../features/accounts/accounts.rules.ts';
import { setAdmin } from '../../features/moderation/admins.commands.ts';
import { listAdminEmails } from '../../features/moderation/admins.queries.ts';
import type { Deps } from '../../server/deps.ts';
import type { AdminCommand, CommandResult } from './admin-command.ts';

async function changeRole(deps: Deps, email: string | undefined, isAdmin: boolean): Promise<CommandResult | undefined> {
  if (!email) return undefined;
  const user = await findUserByEmail(deps.db, normalizeEmail(email));
  if (!user) throw new Error(`Nobody has signed up with ${email} yet. Sign up first, then run this again.`);
  await deps.db.transaction((tx) => setAdmin(tx, deps, user.id, isAdmin));
  const text = isAdmin ? `${email} is an admin now.` : `${email} is no admin any more.`;
  return { text, data: { id: user.id, admin: isAdmin } };
}

export const roleCommands: Record<string, AdminCommand> = {
  grant: {
    takes: '<email>',
    about: 'makes the account an admin',
    run: (deps, { args: [email] }) => changeRole(deps, email, true),
  },
  revoke: {
    takes: '<email>',
    about: 'takes it back',
    run: (deps, { args: [email] }) => changeRole(deps, email, false),
  },
  list: {
    about: 'shows all admins',
    run: async (deps) => {
      const emails = await listAdminEmails(deps.db);
      return { text: emails.length === 0 ? 'There is no admin yet.' : emails.join('\n'), data: emails };
    },
  },
};
