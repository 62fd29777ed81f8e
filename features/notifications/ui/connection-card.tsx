import { useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import type { Toast } from '../../../web/ui/toast-store.ts';
import { attempt } from '../../../web/use-action.ts';
import { useLeaveState } from '../../../web/use-leave-state.ts';
import { CHANNEL_FACTS, type ConnectedChannel } from '../channels.schema.ts';
import type { ConnectionStatus } from '../connections/connections.schema.ts';

type ConnectionCardProps = { channel: ConnectedChannel; connectionStatus: ConnectionStatus | null };

/** Shows whether we can message the viewer on an external account, and how to connect it. */
export function ConnectionCard({ channel, connectionStatus: loaded }: ConnectionCardProps) {
  const { label, account } = CHANNEL_FACTS[channel];
  const [connection, setConnection] = useState(loaded);
  const [busy, setBusy] = useLeaveState<'connect' | 'finish' | 'disconnect' | 'again' | undefined>(undefined);
  /** The state for the return from the vendor, kept while the user is in another window. */
  const [state, setState] = useState<string>();

  const back: string = account.back;
  const api = () => browserApi().api.notifications.connections[':channel'];
  async function run<T>(what: NonNullable<typeof busy>, work: () => Promise<T>, success?: string | Toast) {
    setBusy(what);
    const done = await attempt(work, success, `Couldn't reach ${label}`);
    if (!done || what !== 'connect' || back !== 'redirect') setBusy(undefined);
    return done;
  }
  const connect = async () => {
    const start = await run('connect', () => api().connect.$post({ param: { channel } }));
    if (!start) return;
    if (back === 'redirect') return window.location.assign(start.url);
    window.open(start.url, '_blank', 'noopener');
    setState(start.state);
  };
  const finish = async (word: string) => {
    const complete = () => api().complete.$post({ param: { channel }, json: { state: word } });
    const next = await run('finish', complete, `${label} Connected`);
    if (!next) return;
    setConnection(next);
    setState(undefined);
  };
  const disconnect = async () => {
    const toast = { title: `${label} disconnected`, tone: 'info' } as const;
    const next = await run('disconnect', () => api().$delete({ param: { channel } }), toast);
    if (next) setConnection(next);
  };

  /** The user says that their account accepts messages again. We trust that until the next message is refused. */
  const tryAgain = async () => {
    const { reopen } = browserApi().api.notifications.channels[':channel'];
    const done = await run('again', () => reopen.$post({ param: { channel } }), `${label} gets our messages again`);
    if (done) setConnection(connection && { ...connection, problem: null });
  };

  const doing = (what: typeof busy) => ({ loading: busy === what, disabled: busy !== undefined && busy !== what });
  const connected = connection?.connected ?? false;
  const problem = connection?.problem ?? null;
  return (
    <Panel as="section" className="flex flex-wrap items-center gap-4" aria-label={label}>
      <span
        className={`grid size-12 flex-none place-items-center rounded-control ${connected && !problem ? 'bg-green text-space' : 'bg-raised text-mist'}`}
      >
        <Icon name="chat" size={24} />
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-base">{connected ? `${label} Connected` : `${label} Not Connected`}</h2>
        {problem && <p className="text-sm text-gold">{problem}</p>}
        <p className="text-sm text-mist">
          {connected && <span className="text-star">{connection?.username} · </span>}
          <span>{problem ? "Until then, we'll notify you in other ways" : getConnectionText(channel, connection)}</span>
        </p>
      </div>
      {state && (
        <Button size="sm" {...doing('finish')} onClick={() => finish(state)}>
          I’ve done it there
        </Button>
      )}
      {problem && (
        <>
          <Button variant="secondary" size="sm" {...doing('connect')} onClick={() => connect()}>
            Connect again
          </Button>
          <Button variant="secondary" size="sm" {...doing('again')} onClick={() => tryAgain()}>
            Try again
          </Button>
        </>
      )}
      {connected ? (
        <Button variant="ghost" size="sm" {...doing('disconnect')} onClick={() => disconnect()}>
          Disconnect
        </Button>
      ) : (
        <Button variant="secondary" size="sm" {...doing('connect')} onClick={() => connect()}>
          Connect {label}
        </Button>
      )}
    </Panel>
  );
}

function getConnectionText(channel: ConnectedChannel, connection: ConnectionStatus | null): string {
  const { label, account } = CHANNEL_FACTS[channel];
  if (connection?.connected) return account.connected;
  if (connection && !connection.available) return `${label} isn't set up on this server. We'll notify you by email.`;
  return account.hint;
}
