import { useState } from 'react';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { toast } from '../../../web/ui/toast-store.ts';
import type { DiscordStanding } from '../discord-connection/discord-connection.schema.ts';

/** Whether our bot may write to the viewer on Discord, and the way there. */
export function DiscordCard({ standing: loaded }: { standing: DiscordStanding | null }) {
  const [standing, setStanding] = useState(loaded);
  const [busy, setBusy] = useState(false);

  async function attempt(work: () => Promise<void>) {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const description = error instanceof ApiError ? error.message : 'Please try again.';
      toast({ title: 'Discord could not be reached', description, tone: 'error' });
      setBusy(false);
    }
  }
  const connect = () =>
    attempt(async () => {
      const { url } = await unwrap(browserApi().api.notifications.discord.connect.$post());
      window.location.assign(url);
    });
  const disconnect = () =>
    attempt(async () => {
      setStanding(await unwrap(browserApi().api.notifications.discord.$delete()));
      setBusy(false);
      toast({ title: 'Discord disconnected', tone: 'info' });
    });

  const connected = standing?.connected ?? false;
  const problem = standing?.problem ?? null;
  return (
    <Panel className="flex flex-wrap items-center gap-4" aria-label="Discord">
      <span
        className={`grid size-12 flex-none place-items-center rounded-control ${connected && !problem ? 'bg-green text-space' : 'bg-raised text-mist'}`}
      >
        <Icon name="chat" size={24} />
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-base">{connected ? 'Discord Connected' : 'Discord Not Connected'}</h2>
        {problem && <p className="text-sm text-gold">{problem}</p>}
        <p className="text-sm text-mist">
          {connected && <span className="text-star">{standing?.username} · </span>}
          {problem ? 'Until then you hear from us in other ways' : textOf(standing)}
        </p>
      </div>
      {problem && (
        <Button variant="secondary" size="sm" loading={busy} onClick={() => void connect()}>
          Connect again
        </Button>
      )}
      {connected ? (
        <Button variant="ghost" size="sm" loading={busy} onClick={() => void disconnect()}>
          Disconnect
        </Button>
      ) : (
        <Button variant="secondary" size="sm" loading={busy} onClick={() => void connect()}>
          Connect Discord
        </Button>
      )}
    </Panel>
  );
}

function textOf(standing: DiscordStanding | null): string {
  if (standing?.connected) return 'Receive match notifications via DM';
  if (standing && !standing.available) return 'Discord is not set up on this server. You hear from us by e-mail.';
  return 'Connect it to receive match notifications via DM. Our bot is added to your Discord account, so that it may write to you.';
}
