import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { getAuthClient } from '../../../web/auth-session.ts';
import { applyReaderHabitsLater } from '../../../web/reader-habits-lazy.ts';
import { getBrowserZone } from '../../../web/ui/browser-zone.ts';
import { waitUntilVisible } from '../../../web/when-visible.ts';
import * as messages from '../accounts.messages.ts';
import { LINK_ACCEPTED } from '../email-changes.schema.ts';
import { describeSignInError } from '../sign-in-errors.wording.ts';
import { getDestination, getSecondFactorPath } from './destination.ts';

const TIMEOUT_MS = 10_000;

/** A sign-in error with the message that the page shows. */
class CallbackError extends Error {}

/**
 * Thrown when only one of the two mailboxes has confirmed an email change. There's no session yet, but that isn't a
 * failure.
 */
class PendingSignIn extends Error {}

// Effects may run twice, but a code allows only one exchange.
const exchanges = new Map<string, Promise<string | null>>();

/** Exchanges a code once. @returns the kind of link */
function exchange(t: Translator, code: string): Promise<string | null> {
  const pendingExchange = exchanges.get(code);
  if (pendingExchange) return pendingExchange;
  const exchange = exchangeOnce(t, code);
  exchanges.set(code, exchange);
  return exchange;
}

async function exchangeOnce(t: Translator, code: string): Promise<string | null> {
  const { data, error } = await (await getAuthClient()).exchangeCodeForSession(code);
  if (error) {
    const isCrossDomain = /verifier/i.test(`${error.name} ${error.message}`);
    throw new CallbackError(t(isCrossDomain ? messages.crossDomain : messages.exchangeFailed));
  }
  if (!data.user) throw new CallbackError(t(messages.noUser));
  return (data as { redirectType?: string | null }).redirectType ?? null;
}

/**
 * Reads and clears the URL fragment. Its tokens must not be read over a shoulder, copied with the URL or reused with
 * the back button.
 */
function takeFragment(): URLSearchParams {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  if (window.location.hash) {
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  }
  return fragment;
}

// Effects may run twice, and the first run has already removed the fragment from the URL.
let takenFragment: { address: URLSearchParams; fragment: URLSearchParams } | undefined;

function getFragment(address: URLSearchParams): URLSearchParams {
  if (takenFragment?.address !== address || window.location.hash) takenFragment = { address, fragment: takeFragment() };
  return takenFragment.fragment;
}

/** Starts the session from a link that this browser didn't request, such as an invitation. */
async function adoptSession(t: Translator, fragment: URLSearchParams): Promise<void> {
  const [access_token, refresh_token] = [fragment.get('access_token'), fragment.get('refresh_token')];
  if (!access_token || !refresh_token) return;
  const { error } = await (await getAuthClient()).setSession({ access_token, refresh_token });
  if (error) throw new CallbackError(t(messages.signInFailed));
}

/** Returns the error in a URL or its fragment. */
function findProblem(t: Translator, parameters: URLSearchParams): string | undefined {
  if (!parameters.has('error') && !parameters.has('error_code')) return undefined;
  return describeSignInError(t, parameters.get('error'), parameters.get('error_code'));
}

/**
 * Finishes a sign-in: exchanges the code, ensures there's a profile and continues.
 * @returns the current step, and the error if any
 */
export function useSignInCallback(address: URLSearchParams): {
  step: string;
  problem: string | undefined;
  note: string | undefined;
} {
  const t = useTranslator();
  const navigate = useNavigate();
  const [step, setStep] = useState<Message>(messages.signingYouIn);
  // Computed on the server too, so the message shows before scripts load.
  const [problem, setProblem] = useState<string | undefined>(() => findProblem(t, address));
  const [note, setNote] = useState<string>();

  useEffect(() => {
    let isCurrent = true;
    const pageLeft = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const run = async () => {
      // Redeem the code only once the page is visible, so a link preview doesn't use it up.
      await waitUntilVisible(pageLeft.signal);
      if (!isCurrent) return;
      timer = setTimeout(() => isCurrent && setProblem(t(messages.signInTimeout)), TIMEOUT_MS);
      const to = await completeSignIn(t, address, (begun) => isCurrent && setStep(begun));
      if (isCurrent) await navigate(to, { replace: true });
    };
    run()
      .catch((error: Error) => {
        if (!isCurrent) return;
        if (error instanceof PendingSignIn) setNote(error.message);
        else setProblem(error.message || t(messages.signInFailed));
      })
      .finally(() => clearTimeout(timer));
    return () => {
      isCurrent = false;
      pageLeft.abort();
      clearTimeout(timer);
    };
  }, [address, navigate, t]);
  return { step: t(step), problem, note };
}

async function completeSignIn(
  t: Translator,
  address: URLSearchParams,
  onStep: (step: Message) => void,
): Promise<string> {
  const next = address.get('next');
  const fragment = getFragment(address);
  const problem = findProblem(t, address) ?? findProblem(t, fragment);
  if (problem) throw new CallbackError(problem);
  const isHalfWay = [address, fragment].some((params) => params.get('message') === LINK_ACCEPTED);
  await adoptSession(t, fragment);
  const code = address.get('code');
  let redirectType: string | null = null;
  if (code) {
    onStep(messages.verifyingCredentials);
    redirectType = await exchange(t, code);
  }
  const client = await getAuthClient();
  const { data } = await client.getUser();
  // Check this first, because signed-in users need to see it too: the change still needs the other mailbox's
  // confirmation.
  if (isHalfWay) throw new PendingSignIn(t(messages.emailChangePending));
  if (!data.user) throw new CallbackError(t(code ? messages.noUser : messages.signInFailed));
  const { data: levels } = await client.mfa.getAuthenticatorAssuranceLevel();
  if (levels && levels.nextLevel !== levels.currentLevel) return getSecondFactorPath(next);
  onStep(messages.syncingProfile);
  const timeZone = getBrowserZone();
  const profileStatus = await unwrap(
    browserApi().api.profiles.me.arrival.$post({ json: { timezone: timeZone || 'UTC' } }),
  );
  // Apply the user's time settings now, because the next page shows times and its header hasn't loaded the settings
  // yet.
  await applyReaderHabitsLater(profileStatus);
  const isRecovery = ['recovery', 'PASSWORD_RECOVERY'].includes(redirectType ?? fragment.get('type') ?? '');
  return isRecovery ? paths.newPassword : getDestination(next, profileStatus);
}
