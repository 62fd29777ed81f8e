import { useState } from 'react';
import { Panel } from '../../../web/ui/panel.tsx';
import type { Holding } from '../tokens.schema.ts';
import { ConnectWallet } from './connect-wallet.tsx';
import { ConnectedWallet } from './connected-wallet.tsx';

/** The signed-in user's wallet and token tier. */
export function TokenPanel({ holding }: { holding: Holding }) {
  const [current, setCurrent] = useState(holding);
  return (
    <Panel as="section" className="stack" aria-labelledby="token-tier">
      <h2 id="token-tier" className="text-xl">
        Token tier
      </h2>
      {!current.enabled && (
        <p className="text-mist">
          The token check is off because this server isn’t connected to the Solana network. Plans and everything else
          work without it.
        </p>
      )}
      {current.wallet && <ConnectedWallet wallet={current.wallet} holding={current} onChange={setCurrent} />}
      {current.enabled && !current.wallet && <ConnectWallet script={current.wallet_script} onChange={setCurrent} />}
    </Panel>
  );
}
