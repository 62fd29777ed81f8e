import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import * as messages from '../tokens.messages.ts';
import type { Holding } from '../tokens.schema.ts';
import { ConnectWallet } from './connect-wallet.tsx';
import { ConnectedWallet } from './connected-wallet.tsx';

/** The signed-in user's wallet and token tier. */
export function TokenPanel({ holding }: { holding: Holding }) {
  const t = useTranslator();
  const [current, setCurrent] = useState(holding);
  return (
    <Panel as="section" className="stack" aria-labelledby="token-tier">
      <h2 id="token-tier" className="text-xl">
        {t(messages.tokenTier)}
      </h2>
      {!current.enabled && <p className="text-muted">{t(messages.checkOff)}</p>}
      {current.wallet && <ConnectedWallet wallet={current.wallet} holding={current} onChange={setCurrent} />}
      {current.enabled && !current.wallet && <ConnectWallet script={current.wallet_script} onChange={setCurrent} />}
    </Panel>
  );
}
