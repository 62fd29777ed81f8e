import { useEffect, useState } from 'react';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { callbackAddress } from './destination.ts';
import { otherProviders, providerName } from './providers.ts';
import { problemOf } from './sign-in-problem.ts';

/** Sign-in with the providers that the operator has set up beside Twitch; nothing where there are none. */
export function ProviderLinks({ next }: { next: string | undefined }) {
  const [providers, setProviders] = useState<string[]>([]);
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let current = true;
    otherProviders().then((found) => current && setProviders(found));
    return () => {
      current = false;
    };
  }, []);

  const go = async (provider: string) => {
    setBusy(provider);
    setProblem(undefined);
    const client = await getAuthClient();
    const options = { redirectTo: callbackAddress(next) };
    const { error } = await client.signInWithOAuth({ provider: provider as 'discord', options });
    if (!error) return;
    setProblem(problemOf(error));
    setBusy(undefined);
  };

  if (providers.length === 0) return null;
  return (
    <Disclosure summary="Other ways to sign in">
      <div className="stack">
        {providers.map((provider) => (
          <Button
            key={provider}
            variant="secondary"
            block
            loading={busy === provider}
            loadingLabel={`Connecting to ${providerName(provider)}…`}
            onClick={() => go(provider)}
          >
            Continue with {providerName(provider)}
          </Button>
        ))}
        {problem && <Notice tone="red">{problem}</Notice>}
      </div>
    </Disclosure>
  );
}
