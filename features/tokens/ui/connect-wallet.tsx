import { useState } from 'react';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, UserFacingError, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx';
import { useAction } from '../../../web/use-action.ts';
import * as messages from '../tokens.messages.ts';
import type { Holding } from '../tokens.schema.ts';
import { useWallets } from './use-wallets.ts';
import type { BrowserWallet } from './wallets.ts';

/** Lists the browser's wallets and connects the one the user chooses. */
export function ConnectWallet({ script, onChange }: { script: string | null; onChange: (now: Holding) => void }) {
  const t = useTranslator();
  const wallets = useWallets(script);
  const { busy, run } = useAction();
  const [problem, setProblem] = useState<string>();

  const connect = async (wallet: BrowserWallet) => {
    setProblem(undefined);
    const next = await run(() => linkWallet(t, wallet), t(messages.connectedToast), setProblem);
    if (next) onChange(next);
  };

  return (
    <>
      <p className="text-muted">{t(messages.connectHint)}</p>
      {problem && <Notice tone="red">{problem}</Notice>}
      {wallets?.length === 0 && <p>{t(messages.noWalletFound)}</p>}
      {wallets && wallets.length > 0 && (
        <ul className="grid gap-2 sm:flex sm:flex-wrap">
          {wallets.map((wallet) => (
            <li key={wallet.name}>
              <Button
                variant="secondary"
                icon="coin"
                className="w-full justify-start text-start"
                loadingLabel={t(messages.waitingForWallet)}
                disabled={busy}
                onClick={() => connect(wallet)}
              >
                <RichMessage
                  message={messages.connectWallet}
                  values={{
                    hidden: (children) => <VisuallyHidden>{children}</VisuallyHidden>,
                    wallet: wallet.name,
                  }}
                />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

async function linkWallet(t: Translator, wallet: BrowserWallet): Promise<Holding> {
  const { api } = browserApi();
  const address = await replaceWalletError(t, wallet.connect());
  const { nonce, message } = await unwrap(api.tokens.wallet.challenge.$post({ json: { address } }));
  const signature = await replaceWalletError(t, wallet.sign(message));
  return unwrap(api.tokens.wallet.$post({ json: { nonce, signature } }));
}

/** Replaces a wallet's own error with ours, because each wallet words a rejection differently. */
async function replaceWalletError<T>(t: Translator, promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch {
    throw new UserFacingError(t(messages.notSigned));
  }
}
