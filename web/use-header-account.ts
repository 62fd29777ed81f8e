import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../content/paths.ts';
import { useTranslator } from '../messages/use-translator.tsx';
import { browserApi, unwrap } from './api-client.ts';
import { hasStoredSession, useAuth } from './auth-session.ts';
import { applyReaderHabitsLater } from './reader-habits-lazy.ts';
import { GREETING_KEY, markMember } from './shell/member-script.ts';
import * as messages from './web.messages.ts';

export type HeaderAccount = { id: string; name: string; avatarUrl?: string; to: string; isAdmin?: boolean };

/**
 * The account before the page fills in a default name. The name is null if the user hasn't entered one; an email
 * address isn't a name.
 */
type KnownAccount = Omit<HeaderAccount, 'name'> & { name: string | null };

/** Each navigation checks the account again, but not more often than this. */
const FRESH_MS = 30_000;

/** Reads the account last shown in this browser's header, so that a slow response causes no visible change. */
function readStoredGreeting(): KnownAccount | undefined {
  try {
    return JSON.parse(localStorage.getItem(GREETING_KEY) ?? '') as KnownAccount;
  } catch {
    return undefined;
  }
}

/** Without storage, the account is requested each time. */
function storeGreeting(account: KnownAccount | null): void {
  try {
    localStorage.setItem(GREETING_KEY, JSON.stringify(account));
  } catch {}
}

type HeaderState = {
  /** Undefined until the browser has checked, then null or the account. */
  account: HeaderAccount | null | undefined;
  /**
   * Like `account`, but while the browser checks, it's the account that was last shown here. Only for the header, which
   * must not wait.
   */
  shown: HeaderAccount | null | undefined;
  signOut: () => void;
};

/** Returns the account for the header. */
export function useHeaderAccount(): HeaderState {
  const t = useTranslator();
  const { user, isLoading } = useAuth();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // Leaves the page after sign-out, because it shows the user's own data.
  const leave = useCallback(
    () => void import('./sign-out.ts').then(({ signOut }) => signOut()).then((out) => out && navigate(paths.home)),
    [navigate],
  );
  const [account, setAccount] = useState<KnownAccount>();
  const [greeting, setGreeting] = useState<KnownAccount>();
  const lastRequest = useRef({ of: '', at: 0 });
  const userId = user?.id;
  // The first render in the browser must match the server's, which doesn't know the viewer.
  useEffect(() => {
    if (hasStoredSession()) setGreeting(readStoredGreeting());
  }, []);
  useEffect(() => {
    if (!isLoading) markMember(userId !== undefined);
  }, [isLoading, userId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation checks the account again
  useEffect(() => {
    if (!userId) {
      // Reset the clock and zone for the next user of this browser. Visitors have nothing to reset, so they load
      // nothing.
      if (!isLoading && (lastRequest.current.of || readStoredGreeting())) {
        storeGreeting(null);
        void applyReaderHabitsLater({ clock_hours: null, week_start: null, timezone: null, language: null });
      }
      lastRequest.current = { of: '', at: 0 };
      return setAccount(undefined);
    }
    // A user who hasn't published a profile yet may have entered a name since the last check.
    const isSettled = account?.to !== paths.onboarding;
    if (lastRequest.current.of === userId && isSettled && Date.now() - lastRequest.current.at < FRESH_MS) return;
    lastRequest.current = { of: userId, at: Date.now() };
    const isCurrent = () => lastRequest.current.of === userId;
    unwrap(browserApi().api.profiles.me.standing.$get())
      .then((accountStatus) => {
        if (!isCurrent()) return;
        void applyReaderHabitsLater(accountStatus);
        const found = {
          id: userId,
          name: accountStatus.display_name,
          to: accountStatus.published ? paths.profile(userId) : paths.onboarding,
          isAdmin: accountStatus.is_admin,
          ...(accountStatus.avatar_url ? { avatarUrl: accountStatus.avatar_url } : {}),
        };
        setAccount(found);
        storeGreeting(found);
      })
      .catch(() => {});
  }, [userId, pathname]);
  const unnamed = t(messages.unnamedAccount);
  const before = account ?? readStoredGreeting();
  const existingAccount = before?.id === userId ? before : undefined;
  const name = existingAccount?.name ?? unnamed;
  const checked = userId ? { id: userId, to: paths.account, ...existingAccount, name } : null;
  const remembered = greeting && { ...greeting, name: greeting.name ?? unnamed };
  return { account: isLoading ? undefined : checked, shown: isLoading ? remembered : checked, signOut: leave };
}
