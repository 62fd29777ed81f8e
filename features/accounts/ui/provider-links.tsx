import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { useQuery } from '../../../web/use-query.ts';
import * as messages from '../accounts.messages.ts';
import { getCallbackAddress } from './destination.ts';
import { getProviderName, listOtherProviders } from './providers.ts';
import { toSignInProblem } from './sign-in-problem.ts';

/** Buttons for the providers that the operator set up in addition to Twitch. Renders nothing if there are none. */
export function ProviderLinks({ next }: { next: string | undefined }) {
  const t = useTranslator();
  const { data: providers = [] } = useQuery('providers', listOtherProviders);
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();

  const signIn = async (provider: string) => {
    setBusy(provider);
    setProblem(undefined);
    const client = await getAuthClient();
    const options = { redirectTo: getCallbackAddress(next) };
    const { error } = await client.signInWithOAuth({ provider: provider as 'discord', options });
    if (!error) return;
    setProblem(toSignInProblem(t, error));
    setBusy(undefined);
  };

  if (providers.length === 0) return null;
  return (
    <Disclosure summary={t(messages.otherWays)}>
      <div className="stack">
        {providers.map((provider) => (
          <Button
            key={provider}
            variant="secondary"
            block
            loading={busy === provider}
            loadingLabel={t(messages.connectingProvider, { provider: getProviderName(t, provider) })}
            onClick={() => signIn(provider)}
          >
            {t(messages.continueWithProvider, { provider: getProviderName(t, provider) })}
          </Button>
        ))}
        {problem && <Notice tone="red">{problem}</Notice>}
      </div>
    </Disclosure>
  );
}
