import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { browserApi, take } from './api-client.ts';
import { paths } from './paths.ts';
import { signOut, useAuth } from './session.ts';

type HeaderAccount = { name: string; avatarUrl?: string; to: string; isAdmin?: boolean };

/** Who the header greets: unknown (undefined) until the browser has looked, then nobody (null) or somebody. */
export function useHeaderAccount(): { account: HeaderAccount | null | undefined; signOut: () => void } {
  const { user, isLoading } = useAuth();
  const navigate = useNavigate();
  // What the page shows is the person's own: nobody who comes after them should find it standing.
  const leave = useCallback(() => void signOut().then((out) => out && navigate(paths.home)), [navigate]);
  const [account, setAccount] = useState<HeaderAccount>();
  const userId = user?.id;
  useEffect(() => {
    if (!userId) return setAccount(undefined);
    let current = true;
    const fallback = { name: user?.email ?? 'Player', to: paths.protocolAccount };
    take(browserApi().api.profiles.me.standing.$get())
      .then((standing) => {
        if (!current) return;
        setAccount({
          name: standing.display_name ?? fallback.name,
          to: standing.published ? paths.profile(userId) : paths.onboarding,
          isAdmin: standing.is_admin,
          ...(standing.avatar_url ? { avatarUrl: standing.avatar_url } : {}),
        });
      })
      .catch(() => current && setAccount(fallback));
    return () => {
      current = false;
    };
  }, [userId, user?.email]);
  if (isLoading) return { account: undefined, signOut: leave };
  return {
    account: userId ? (account ?? { name: user?.email ?? 'Player', to: paths.protocolAccount }) : null,
    signOut: leave,
  };
}
