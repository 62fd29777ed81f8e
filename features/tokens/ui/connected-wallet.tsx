import { useState } from 'react';
import { token } from '../../../content/whitepaper/token.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { useAction } from '../../../web/use-action.ts';
import { getNextTier } from '../tokens.rules.ts';
import type { Holding } from '../tokens.schema.ts';

type Wallet = NonNullable<Holding['wallet']>;

const formatAmount = (tokens: number) => tokens.toLocaleString('en-US');

function formatAge(readAt: string): string {
  const minutes = Math.max(0, Math.round((Date.now() - Date.parse(readAt)) / MINUTE_MS));
  if (minutes < 1) return 'updated just now';
  if (minutes < 120) return minutes === 1 ? 'updated 1 minute ago' : `updated ${minutes} minutes ago`;
  return `updated ${Math.round(minutes / 60)} hours ago`;
}

/** Returns what the tier unlocks, or why there isn't one. */
function formatTierLine({ enabled, tier }: Holding, wallet: Wallet): string {
  if (!enabled) return 'While the check is off, your wallet unlocks nothing.';
  if (wallet.tokens === null) return 'We couldn’t read the balance yet. We’ll try again every minute.';
  if (!tier) return 'The balance is over a day old. It doesn’t count until the network responds again.';
  const opens = token.tiers.find(({ name }) => name === tier)?.opens ?? '';
  const next = getNextTier(wallet.tokens);
  const line = `${tier} unlocks ${opens.charAt(0).toLowerCase()}${opens.slice(1)}.`;
  return next ? `${line} You need ${formatAmount(next.missing)} more tokens for ${next.name}.` : line;
}

export function ConnectedWallet(of: { wallet: Wallet; holding: Holding; onChange: (now: Holding) => void }) {
  const { wallet, holding, onChange } = of;
  const [asking, setAsking] = useState(false);
  const { run } = useAction();

  const disconnect = async () => {
    const next = await run(() => browserApi().api.tokens.wallet.$delete(), 'Wallet disconnected');
    if (next) onChange(next);
    else setAsking(false);
  };

  return (
    <>
      {holding.tier && (
        <div>
          <Badge tone={holding.tier === 'Basic' ? 'violet' : 'gold'}>{holding.tier}</Badge>
        </div>
      )}
      <p className="text-mist">{formatTierLine(holding, wallet)}</p>
      <KeyValueList
        columns={2}
        items={[
          {
            label: 'Balance',
            value:
              wallet.tokens === null || !wallet.read_at
                ? 'Not known yet'
                : `${formatAmount(wallet.tokens)} tokens, ${formatAge(wallet.read_at)}`,
          },
          { label: 'Wallet', value: <span className="break-all">{wallet.address}</span> },
        ]}
      />
      {wallet.late && holding.enabled && (
        <p className="text-gold">The Solana network isn’t responding right now. This is the last known balance.</p>
      )}
      <div>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Disconnect wallet
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title="Disconnect the wallet?"
        confirmLabel="Disconnect"
        onConfirm={disconnect}
        onCancel={() => setAsking(false)}
      >
        We’ll delete its address and balance, and you’ll lose what the tier unlocked. You can reconnect it anytime.
      </ConfirmDialog>
    </>
  );
}
