import { useState } from 'react';
import { Panel } from '../../../web/ui/panel.tsx';
import type { Holding } from '../tokens.schema.ts';
import { ConnectWallet } from './connect-wallet.tsx';
import { ConnectedWallet } from './connected-wallet.tsx';

/** The signed-in user's wallet and token tier. */
export function TokenPanel({ holding, onChange }: { holding: Holding; onChange: () => void }) {
  const [current, setCurrent] = useState(holding);
  const changed = (next: Holding) => {
    setCurrent(next);
    onChange();
  };
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
      {current.wallet && <ConnectedWallet wallet={current.wallet} holding={current} onChange={changed} />}
      {current.enabled && !current.wallet && <ConnectWallet script={current.wallet_script} onChange={changed} />}
    </Panel>
  );
}
