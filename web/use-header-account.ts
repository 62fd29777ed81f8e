import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../content/paths.ts';
import { browserApi, unwrap } from './api-client.ts';
import { useAuth } from './auth-session.ts';
import { applyReaderHabitsLater } from './reader-habits-lazy.ts';
import { markMember } from './shell/member-script.ts';

export type HeaderAccount = { id: string; name: string; avatarUrl?: string; to: string; isAdmin?: boolean };

/** Minimum time between account checks, which navigation triggers. */
const FRESH_MS = 30_000;

const KEPT = 'planet-crew-greeted';
/** Name shown until the user's name is known. Never use the email address. */
const UNNAMED = 'Your account';

/** Reads the account last shown in this browser's header, so that a slow response causes no visible change. */
function readStoredGreeting(): HeaderAccount | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '') as HeaderAccount;
  } catch {
    return undefined;
  }
}

/** Without storage, every page waits for the account. */
function storeGreeting(account: HeaderAccount | null): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(account));
  } catch {}
}

/** Returns the account for the header: undefined until the browser has checked, then null or the account. */
export function useHeaderAccount(): { account: HeaderAccount | null | undefined; signOut: () => void } {
  const { user, isLoading } = useAuth();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // Leaves the page after sign-out, because it shows the user's own data.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation checks the account again
  useEffect(() => {
    if (!userId) {
      // Reset the clock and zone for the next user of this browser. Visitors have nothing to reset, so they load
      // nothing.
      if (!isLoading && (asked.current.of || readStoredGreeting())) {
        storeGreeting(null);
        void applyReaderHabitsLater({ clock_hours: null, week_start: null, timezone: null });
      }
      asked.current = { of: '', at: 0 };
      return setAccount(undefined);
    }
    // A user who hasn't published yet may have entered a name since.
    const settled = account?.to !== paths.onboarding;
    if (asked.current.of === userId && settled && Date.now() - asked.current.at < FRESH_MS) return;
    asked.current = { of: userId, at: Date.now() };
    const isCurrent = () => asked.current.of === userId;
    unwrap(browserApi().api.profiles.me.standing.$get())
      .then((accountStatus) => {
        if (!isCurrent()) return;
        void applyReaderHabitsLater(accountStatus);
        const found = {
          id: userId,
          name: accountStatus.display_name ?? UNNAMED,
          to: accountStatus.published ? paths.profile(userId) : paths.onboarding,
          isAdmin: accountStatus.is_admin,
          ...(accountStatus.avatar_url ? { avatarUrl: accountStatus.avatar_url } : {}),
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
