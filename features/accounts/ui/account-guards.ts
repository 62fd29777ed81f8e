import type { User } from '@supabase/auth-js';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { getAuthClient } from '../../../web/auth-session.ts';
import type { Grant } from '../oauth-clients/oauth-client-authorizations.schema.ts';
import type { Passkey } from '../passkeys/passkeys.schema.ts';

/** Loads everything the user can sign in with, and their connected apps. */
export async function loadAccountSecurity() {
  const client = await getAuthClient();
  const [security, user, passkeys, grants] = await Promise.all([
    unwrap(browserApi().api.account.security.$get()),
    client.getUser(),
    client.passkey.list(),
    client.oauth.listGrants(),
  ]);
  if (user.error) throw user.error;
  return {
    security,
    user: user.data.user as User,
    passkeys: (passkeys.data ?? []) as Passkey[],
    grants: (grants.data ?? []) as Grant[],
  };
}
