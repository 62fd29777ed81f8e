import { useEffect, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import * as messages from '../accounts.messages.ts';
import { toSignInProblem } from './sign-in-problem.ts';

/** Signs in with a passkey on this device. Hidden if the browser doesn't support passkeys. */
export function PasskeyButton() {
  const t = useTranslator();
  const [supported, setSupported] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => setSupported('PublicKeyCredential' in window), []);

  const signIn = async () => {
    setProblem(undefined);
    const { error } = await (await getAuthClient()).signInWithPasskey().catch((cause: unknown) => ({ error: cause }));
    if (!error) return;
    // Closing the browser's prompt is a choice, not a failure.
    const name = (error as { originalError?: { name?: string }; name?: string }).originalError?.name;
    if (name !== 'NotAllowedError' && (error as Error).name !== 'NotAllowedError')
      setProblem(toSignInProblem(t, error));
  };

  if (!supported) return null;
  return (
    <>
      <Button variant="ghost" size="sm" onClick={signIn}>
        {t(messages.usePasskey)}
      </Button>
      {problem && (
        <Notice tone="red" className="w-full">
          {problem}
        </Notice>
      )}
    </>
  );
}
