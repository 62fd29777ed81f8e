import { findUserByEmail } from '../features/accounts/accounts.queries.ts';
import { normalizeEmail } from '../features/accounts/accounts.rules.ts';
import { setAdmin } from '../features/moderation/admins.commands.ts';
import { listAdminEmails } from '../features/moderation/admins.queries.ts';
import type { Deps } from '../server/deps.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Who administers this installation.
  npm run admin -- grant <email>    makes the account an admin
  npm run admin -- revoke <email>   takes it back
  npm run admin -- list             shows all admins`;

async function main(deps: Deps, verb: string | undefined, email: string | undefined): Promise<string> {
  if (verb === 'list') {
    const emails = await listAdminEmails(deps.db);
    return emails.length === 0 ? 'There is no admin yet.' : emails.join('\n');
  }
  if (!email || (verb !== 'grant' && verb !== 'revoke')) throw new Error(USAGE);
  const user = await findUserByEmail(deps.db, normalizeEmail(email));
  if (!user) throw new Error(`Nobody has signed up with ${email} yet. Sign up first, then run this again.`);
  await deps.db.transaction((tx) => setAdmin(tx, deps, user.id, verb === 'grant'));
  return verb === 'grant' ? `${email} is an admin now.` : `${email} is no admin any more.`;
}

const [verb, email] = process.argv.slice(2);
await runCommand(async (deps) => console.log(await main(deps, verb, email)));
