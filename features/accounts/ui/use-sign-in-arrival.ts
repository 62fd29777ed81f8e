import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { learnReaderLater } from '../../../web/learn-reader-later.ts';
import { authClient } from '../../../web/session.ts';
import { browserZone } from '../../../web/ui/browser-zone.ts';
import { whenVisible } from '../../../web/when-visible.ts';
import { destination, secondFactorPath } from './destination.ts';

const TIMEOUT_MS = 10_000;

const TEXTS = {
  begin: 'Signing you in…',
  exchange: 'Verifying credentials…',
  profile: 'Syncing your Protocol profile…',
  timeout: 'Connection timeout. Please try again.',
  exchangeFailed: 'Failed to exchange authorization code. Please try again.',
  nobody: 'No user returned…',
  failed: 'Sign-in failed. Please try again.',
  crossDomain: 'Authentication error: Cross-domain issue detected. Please clear your browser cache and try again.',
} as const;

/** What goes wrong on the way, in the words that the page shows. */
class ArrivalError extends Error {}

/** Nothing is wrong, but there is nobody to go on with: one of two mailboxes has agreed to a change of address. */
class HalfWay extends Error {}

// A code is good for one exchange, and effects may run twice.
const exchanges = new Map<string, Promise<string | null>>();

/** @returns what kind of link it was that led here */
function exchange(code: string): Promise<string | null> {
  const known = exchanges.get(code);
  if (known) return known;
  const going = exchangeOnce(code);
  exchanges.set(code, going);
  return going;
}

async function exchangeOnce(code: string): Promise<string | null> {
  const { data, error } = await (await authClient()).exchangeCodeForSession(code);
  if (error) {
    throw new ArrivalError(
      /verifier/i.test(`${error.name} ${error.message}`) ? TEXTS.crossDomain : TEXTS.exchangeFailed,
    );
  }
  if (!data.user) throw new ArrivalError(TEXTS.nobody);
  return (data as { redirectType?: string | null }).redirectType ?? null;
}

/** Links that nobody asked for in this browser (invitations) bring their session along. */
async function adoptFragment(): Promise<void> {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const [access_token, refresh_token] = [fragment.get('access_token'), fragment.get('refresh_token')];
  if (!access_token || !refresh_token) return;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  const { error } = await (await authClient()).setSession({ access_token, refresh_token });
  if (error) throw new ArrivalError(TEXTS.failed);
}

/**
 * Finishes a sign-in: exchanges the code, makes sure of a profile, and goes on.
 * @returns the step it is at, and what went wrong
 */
export function useArrival(address: URLSearchParams): {
  step: string;
  problem: string | undefined;
  note: string | undefined;
} {
  const navigate = useNavigate();
  const [step, setStep] = useState<string>(TEXTS.begin);
  const [problem, setProblem] = useState<string>();
  const [note, setNote] = useState<string>();

  useEffect(() => {
    let current = true;
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const go = async () => {
      // A code is spent only for a person who sees the page, not by a preview of the link.
      await whenVisible(left.signal);
      if (!current) return;
      timer = setTimeout(() => current && setProblem(TEXTS.timeout), TIMEOUT_MS);
      const to = await arrive(address, (text) => current && setStep(text));
      if (current) await navigate(to, { replace: true });
    };
    go()
      .catch((error: Error) => {
        if (!current) return;
        if (error instanceof HalfWay) setNote(error.message);
        else setProblem(error.message || TEXTS.failed);
      })
      .finally(() => clearTimeout(timer));
    return () => {
      current = false;
      left.abort();
      clearTimeout(timer);
    };
  }, [address, navigate]);
  return { step, problem, note };
}

async function arrive(address: URLSearchParams, onStep: (text: string) => void): Promise<string> {
  const next = address.get('next');
  if (address.has('error')) throw new ArrivalError(address.get('error_description') || TEXTS.failed);
  const message = address.get('message');
  await adoptFragment();
  const code = address.get('code');
  let redirectType: string | null = null;
  if (code) {
    onStep(TEXTS.exchange);
    redirectType = await exchange(code);
  }
  const client = await authClient();
  const { data } = await client.getUser();
  if (!data.user && message) throw new HalfWay(message);
  if (!data.user) throw new ArrivalError(code ? TEXTS.nobody : TEXTS.failed);
  const { data: levels } = await client.mfa.getAuthenticatorAssuranceLevel();
  if (levels && levels.nextLevel !== levels.currentLevel) return secondFactorPath(next);
  onStep(TEXTS.profile);
  const timeZone = browserZone();
  const standing = await unwrap(browserApi().api.profiles.me.arrival.$post({ json: { timezone: timeZone || 'UTC' } }));
  // The page that comes next writes times, and its header has asked nobody yet.
  await learnReaderLater(standing);
  return redirectType === 'recovery' || redirectType === 'PASSWORD_RECOVERY'
    ? paths.newPassword
    : destination(next, standing);
}
