import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { grantAdminRole, revokeAdminRole } from './admins.queries.ts';
import { recordAudit } from './audit.commands.ts';

/** Grants or revokes the admin role and writes an audit entry. Only for the installation's operator. */
export async function setAdmin(tx: Db, deps: Deps, userId: string, isAdmin: boolean): Promise<void> {
  await (isAdmin ? grantAdminRole(tx, userId) : revokeAdminRole(tx, userId));
  await recordAudit(tx, deps, {
    adminId: null,
    action: isAdmin ? 'admin_grant' : 'admin_revoke',
    targetType: 'user',
    targetId: userId,
  });
}
