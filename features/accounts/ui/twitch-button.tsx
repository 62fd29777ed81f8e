import { useEffect, useRef } from 'react';
import { shellEndpoints } from '../../../content/shell-endpoints.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import * as shared from '../../../web/ui/ui.messages.ts';
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx';
import { useLeaveState } from '../../../web/use-leave-state.ts';
import * as messages from '../accounts.messages.ts';
import { getCallbackAddress } from './destination.ts';
import { useReady } from './use-ready.ts';

const TIMEOUT_MS = 10_000;

class NotSetUp extends Error {}

type Phase = 'idle' | 'connecting' | 'late' | 'failed' | 'not-set-up';

type Props = {
  next: string | undefined;
  /** Whether Twitch opens in a new tab. This page stays open and notices the sign-in there. */
  inNewTab?: boolean;
};

/** Redirects to Twitch. Shows a note if that takes too long and resets if it fails. */
export function TwitchButton({ next, inNewTab = false }: Props) {
  const t = useTranslator();
  const [phase, setPhase] = useLeaveState<Phase>('idle');
  const isReady = useReady();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  const connect = async () => {
    setPhase('connecting');
    timer.current = setTimeout(() => setPhase('late'), TIMEOUT_MS);
    // Open the tab now, because browsers allow it only during the click. If the new tab is blocked, redirect this page
    // to Twitch.
    const tab = inNewTab ? window.open('about:blank', '_blank') : null;
    try {
      const address = await getTwitchAddress(next);
      (tab ?? window).location.assign(address);
      if (!tab) return;
      clearTimeout(timer.current);
      setPhase('idle');
    } catch (error) {
      tab?.close();
      clearTimeout(timer.current);
      setPhase(error instanceof NotSetUp ? 'not-set-up' : 'failed');
    }
  };

  return (
    <div className="stack">
      <Button
        variant="secondary"
        block
        icon="stream"
        isInert={!isReady}
        loading={phase === 'connecting' || phase === 'late'}
        loadingLabel={t(messages.connectingTwitch)}
        onClick={() => connect()}
      >
        <span>{t(messages.continueWithTwitch)}</span>
        {inNewTab && <VisuallyHidden> {t(shared.opensInNewTab)}</VisuallyHidden>}
      </Button>
      {phase === 'late' && (
        <Notice tone="gold" icon="clock" title={t(messages.twitchSlowTitle)}>
          {t(messages.twitchSlowExplanation)}
        </Notice>
      )}
      {phase === 'failed' && <Notice tone="red">{t(messages.twitchFailed)}</Notice>}
      {phase === 'not-set-up' && <Notice tone="gold">{t(messages.twitchNotSetUp)}</Notice>}
    </div>
  );
}

/** @throws when the server doesn't respond, so that our page shows the error and not the browser's */
async function getTwitchAddress(next: string | undefined): Promise<string> {
  const client = await getAuthClient();
  const { data, error } = await client.signInWithOAuth({
    provider: 'twitch',
    options: { redirectTo: getCallbackAddress(next), scopes: 'user:read:email', skipBrowserRedirect: true },
  });
  if (error || !data.url) throw error ?? new Error('no address');
  const response = await fetch(shellEndpoints.authSettings);
  if (!response.ok) throw new Error('the server does not answer');
  const { external } = (await response.json()) as { external: Record<string, boolean> };
  if (!external.twitch) throw new NotSetUp();
  return data.url;
}
