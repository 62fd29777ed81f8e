import { useState } from 'react';
import { browserApi, UserFacingError, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { Holding } from '../tokens.schema.ts';
import { useWallets } from './use-wallets.ts';
import type { BrowserWallet } from './wallets.ts';

const REFUSED = 'The wallet didn’t sign. Nothing changed, so you can try again.';

/** Lists the browser's wallets and connects the one the user chooses. */
export function ConnectWallet({ script, onChange }: { script: string | null; onChange: (now: Holding) => void }) {
  const wallets = useWallets(script);
  const { busy, run } = useAction();
  const [problem, setProblem] = useState<string>();

  const connect = async (wallet: BrowserWallet) => {
    setProblem(undefined);
    const next = await run(() => connected(wallet), 'Wallet connected', setProblem);
    if (next) onChange(next);
  };

  return (
    <>
      <p className="text-mist">
        With 100,000 tokens or more, you see what the Premium plan sees. Sign a message to prove that a Solana wallet is
        yours. It isn’t a transaction. It costs nothing and moves nothing.
      </p>
      {problem && <Notice tone="red">{problem}</Notice>}
      {wallets?.length === 0 && (
        <p>We didn’t find a Solana wallet in this browser. Install one, or open this page in a browser that has one.</p>
      )}
      {wallets && wallets.length > 0 && (
        <ul className="cluster">
          {wallets.map((wallet) => (
            <li key={wallet.name}>
              <Button
                variant="secondary"
                icon="coin"
                loadingLabel="Waiting for the wallet"
                disabled={busy}
                onClick={() => connect(wallet)}
              >
                <VisuallyHidden>Connect </VisuallyHidden>
                {wallet.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

async function connected(wallet: BrowserWallet): Promise<Holding> {
  const { api } = browserApi();
  const address = await fromWallet(wallet.connect());
  const { nonce, message } = await unwrap(api.tokens.wallet.challenge.$post({ json: { address } }));
  const signature = await fromWallet(wallet.sign(message));
  return unwrap(api.tokens.wallet.$post({ json: { nonce, signature } }));
}

/** Wallets phrase their refusals differently, so report them all the same way: nothing happened. */
async function fromWallet<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch {
    throw new UserFacingError(REFUSED);
  }
}
