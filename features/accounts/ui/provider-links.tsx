import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import * as messages from '../accounts.messages.ts';
import { getCallbackAddress } from './destination.ts';
import { getProviderName } from './providers.ts';
import { toSignInProblem } from './sign-in-problem.ts';
import { useReady } from './use-ready.ts';

type Props = { providers: readonly string[]; next: string | undefined };

/** Buttons for the providers that the operator set up in addition to Twitch. */
export function ProviderLinks({ providers, next }: Props) {
  const t = useTranslator();
  const isReady = useReady();
  const [problem, setProblem] = useState<string>();

  const signIn = async (provider: string) => {
    setProblem(undefined);
    const client = await getAuthClient();
    const options = { redirectTo: getCallbackAddress(next) };
    const { error } = await client.signInWithOAuth({ provider: provider as 'discord', options });
    if (error) setProblem(toSignInProblem(t, error));
  };

  return (
    <>
      {providers.map((provider) => (
        <Button
          key={provider}
          variant="secondary"
          block
          isInert={!isReady}
          loadingLabel={t(messages.connectingProvider, { provider: getProviderName(t, provider) })}
          onClick={() => signIn(provider)}
        >
          {t(messages.continueWithProvider, { provider: getProviderName(t, provider) })}
        </Button>
      ))}
      {problem && <Notice tone="red">{problem}</Notice>}
    </>
  );
}
