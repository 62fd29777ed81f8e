import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../content/paths.ts';
import { browserApi, unwrap } from './api-client.ts';
import { useAuth } from './auth-session.ts';
import { applyReaderHabitsLater } from './reader-habits-lazy.ts';
import { markMember } from './shell/member-script.ts';

export type HeaderAccount = { id: string; name: string; avatarUrl?: string; to: string; isAdmin?: boolean };

/** Going from page to page asks again who this is by now, but no oftener than this. */
const FRESH_MS = 30_000;

const KEPT = 'planet-crew-greeted';
/** What is said until it is known who somebody is; an address is no name. */
const UNNAMED = 'Your account';

/** Whom the header greeted last in this browser, so that a slow answer changes nothing that is seen. */
function readStoredGreeting(): HeaderAccount | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '') as HeaderAccount;
  } catch {
    return undefined;
  }
}

/** Without storage it is asked each time. */
function storeGreeting(account: HeaderAccount | null): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(account));
  } catch {}
}

/** Who the header greets: unknown (undefined) until the browser has looked, then nobody (null) or somebody. */
export function useHeaderAccount(): { account: HeaderAccount | null | undefined; signOut: () => void } {
  const { user, isLoading } = useAuth();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // What the page shows is the person's own: nobody who comes after them should find it standing.
  const leave = useCallback(
    () => void import('./sign-out.ts').then(({ signOut }) => signOut()).then((out) => out && navigate(paths.home)),
    [navigate],
  );
  const [account, setAccount] = useState<HeaderAccount>();
  const asked = useRef({ of: '', at: 0 });
  const userId = user?.id;
  useEffect(() => {
    if (!isLoading) markMember(userId !== undefined);
  }, [isLoading, userId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the moment to look again
  useEffect(() => {
    if (!userId) {
      // Who comes next in this browser reads by their own clock and zone; a visitor has none to forget, and loads nothing for it.
      if (!isLoading && (asked.current.of || readStoredGreeting())) {
        storeGreeting(null);
        void applyReaderHabitsLater({ clock_hours: null, week_start: null, timezone: null });
      }
      asked.current = { of: '', at: 0 };
      return setAccount(undefined);
    }
    // Whoever has not published yet may have a name by now.
    const settled = account?.to !== paths.onboarding;
    if (asked.current.of === userId && settled && Date.now() - asked.current.at < FRESH_MS) return;
    asked.current = { of: userId, at: Date.now() };
    const isCurrent = () => asked.current.of === userId;
    unwrap(browserApi().api.profiles.me.standing.$get())
      .then((standing) => {
        if (!isCurrent()) return;
        void applyReaderHabitsLater(standing);
        const found = {
          id: userId,
          name: standing.display_name ?? UNNAMED,
          to: standing.published ? paths.profile(userId) : paths.onboarding,
          isAdmin: standing.is_admin,
          ...(standing.avatar_url ? { avatarUrl: standing.avatar_url } : {}),
        };
        setAccount(found);
        storeGreeting(found);
      })
      .catch(() => {});
  }, [userId, pathname]);
  const before = account ?? readStoredGreeting();
  const known = userId ? (before?.id === userId ? before : { id: userId, name: UNNAMED, to: paths.account }) : null;
  return { account: isLoading ? undefined : known, signOut: leave };
}
