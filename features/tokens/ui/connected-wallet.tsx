import { useState } from 'react';
import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { MINUTE_MS } from '../../../time/units.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { useAction } from '../../../web/use-action.ts';
import * as messages from '../tokens.messages.ts';
import { getNextTier } from '../tokens.rules.ts';
import type { Holding, Tier } from '../tokens.schema.ts';

type Wallet = NonNullable<Holding['wallet']>;

const UNLOCKS: Readonly<Record<Tier, Message>> = {
  Basic: messages.unlocksBasic,
  Premium: messages.unlocksPremium,
  Elite: messages.unlocksElite,
};

function formatBalance(t: Translator, { tokens, read_at }: Wallet): string {
  if (tokens === null || !read_at) return t(messages.balanceUnknown);
  const minutes = Math.max(0, Math.round((Date.now() - Date.parse(read_at)) / MINUTE_MS));
  if (minutes < 1) return t(messages.balanceNow, { tokens });
  if (minutes < 120) return t(messages.balanceMinutes, { tokens, minutes });
  return t(messages.balanceHours, { tokens, hours: Math.round(minutes / 60) });
}

/** Shows what the tier unlocks and what the next one requires, or why there's no tier. */
function TierLine({ holding: { enabled, tier }, tokens }: { holding: Holding; tokens: number | null }) {
  const t = useTranslator();
  if (!enabled) return <p className="text-muted">{t(messages.unlocksNothing)}</p>;
  if (tokens === null) return <p className="text-muted">{t(messages.balanceUnread)}</p>;
  if (!tier) return <p className="text-muted">{t(messages.balanceTooOld)}</p>;
  const next = getNextTier(tokens);
  return (
    <p className="text-muted">
      <span>{t(UNLOCKS[tier])}</span>
      {next && <span> {t(messages.nextTier, { tokens: next.missing, tier: next.name })}</span>}
    </p>
  );
}

export function ConnectedWallet(props: { wallet: Wallet; holding: Holding; onChange: (now: Holding) => void }) {
  const t = useTranslator();
  const { wallet, holding, onChange } = props;
  const [isConfirming, setConfirming] = useState(false);
  const { run } = useAction();

  const disconnect = async () => {
    const next = await run(() => browserApi().api.tokens.wallet.$delete(), t(messages.disconnectedToast));
    if (next) onChange(next);
    else setConfirming(false);
  };

  return (
    <>
      {holding.tier && (
        <div>
          <Badge tone={holding.tier === 'Basic' ? 'violet' : 'gold'}>{holding.tier}</Badge>
        </div>
      )}
      <TierLine holding={holding} tokens={wallet.tokens} />
      <KeyValueList
        columns={2}
        items={[
          {
            label: t(messages.balance),
            value: formatBalance(t, wallet),
          },
          { label: t(messages.wallet), value: <span className="break-all">{wallet.address}</span> },
        ]}
      />
      {wallet.late && holding.enabled && <p className="text-gold">{t(messages.networkLate)}</p>}
      <div>
        <Button variant="secondary" onClick={() => setConfirming(true)}>
          {t(messages.disconnectWallet)}
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        title={t(messages.disconnectTitle)}
        confirmLabel={t(messages.disconnect)}
        onConfirm={disconnect}
        onCancel={() => setConfirming(false)}
      >
        {t(messages.disconnectExplanation)}
      </ConfirmDialog>
    </>
  );
}
