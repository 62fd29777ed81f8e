import { sql } from 'drizzle-orm';
import { findUserByEmail } from '../features/accounts/accounts.queries.ts';
import { normalEmail } from '../features/accounts/accounts.rules.ts';
import { grantAdminRole, revokeAdminRole } from '../features/moderation/admins.queries.ts';
import { openContext } from '../server/context.ts';
import type { Deps } from '../server/deps.ts';
import { readEnv } from '../server/env.ts';

const USAGE = `Who administers this installation.
  npm run admin -- grant <email>    makes the account an admin
  npm run admin -- revoke <email>   takes it back
  npm run admin -- list             shows all admins`;

async function main(deps: Deps, verb: string | undefined, email: string | undefined): Promise<string> {
  if (verb === 'list') {
    const { rows } = await deps.db.execute<{ email: string; created_at: string }>(
      sql`select u.email, a.created_at from admin_roles a join auth.users u on u.id = a.user_id order by a.created_at`,
    );
    return rows.length === 0 ? 'There is no admin yet.' : rows.map((row) => row.email).join('\n');
  }
  if (!email || (verb !== 'grant' && verb !== 'revoke')) throw new Error(USAGE);
  const user = await findUserByEmail(deps.db, normalEmail(email));
  if (!user) throw new Error(`Nobody has signed up with ${email} yet. Sign up first, then run this again.`);
  const target = { target_type: 'user', target_id: user.id };
  return deps.db.transaction(async (tx) => {
    await (verb === 'grant' ? grantAdminRole(tx, user.id) : revokeAdminRole(tx, user.id));
    await tx.execute(
      sql`insert into admin_audit_logs (action, target_type, target_id)
          values (${`admin_${verb}`}, ${target.target_type}, ${target.target_id})`,
    );
    return verb === 'grant' ? `${email} is an admin now.` : `${email} is no admin any more.`;
  });
}

try {
  const context = await openContext(readEnv({ LOG_LEVEL: 'error', ...process.env }));
  try {
    const [verb, email] = process.argv.slice(2);
    console.log(await main(context.deps, verb, email));
  } finally {
    await context.close();
  }
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error.message);
  process.exit(1);
}
