import { useState } from 'react';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import type { Toast } from '../../../web/ui/toast-store.ts';
import { attempt } from '../../../web/use-action.ts';
import { useLeaveState } from '../../../web/use-leave-state.ts';
import { CHANNEL_FACTS, type ConnectedChannel } from '../channels.schema.ts';
import type { ConnectionStatus } from '../connections/connections.schema.ts';
import * as messages from '../notifications.messages.ts';
import { SetUpLabel } from './channel-row.tsx';

type ConnectionCardProps = {
  channel: ConnectedChannel;
  connectionStatus: ConnectionStatus | null;
  /** Whether to render a row of a list of channels, with only one line while the account isn't connected. */
  isRow?: boolean;
};

/** Shows whether we can message the viewer on an external account, and how to connect it. */
export function ConnectionCard({ channel, connectionStatus: initialStatus, isRow = false }: ConnectionCardProps) {
  const t = useTranslator();
  const { account } = CHANNEL_FACTS[channel];
  const label = t(CHANNEL_FACTS[channel].label);
  const [connection, setConnection] = useState(initialStatus);
  const [busy, setBusy] = useLeaveState<'connect' | 'finish' | 'disconnect' | 'again' | undefined>(undefined);
  /** State for the return from the vendor, stored while the user is in another window. */
  const [state, setState] = useState<string>();

  const returnPath: string = account.back;
  const api = () => browserApi().api.notifications.connections[':channel'];
  async function run<T>(what: NonNullable<typeof busy>, work: () => Promise<T>, success?: string | Toast) {
    setBusy(what);
    const done = await attempt(work, success, t(messages.channelUnreachable, { channel: label }));
    if (!done || what !== 'connect' || returnPath !== 'redirect') setBusy(undefined);
    return done;
  }
  const connect = async () => {
    const start = await run('connect', () => api().connect.$post({ param: { channel } }));
    if (!start) return;
    if (returnPath === 'redirect') return window.location.assign(start.url);
    window.open(start.url, '_blank', 'noopener');
    setState(start.state);
  };
  const finish = async (word: string) => {
    const complete = () => api().complete.$post({ param: { channel }, json: { state: word } });
    const next = await run('finish', complete, t(messages.channelConnectedToast, { channel: label }));
    if (!next) return;
    setConnection(next);
    setState(undefined);
  };
  const disconnect = async () => {
    const toast = { title: t(messages.channelDisconnectedToast, { channel: label }), tone: 'info' } as const;
    const next = await run('disconnect', () => api().$delete({ param: { channel } }), toast);
    if (next) setConnection(next);
  };

  /** Reopens the channel, because the user says that their account accepts messages again. */
  const tryAgain = async () => {
    const { reopen } = browserApi().api.notifications.channels[':channel'];
    const done = await run(
      'again',
      () => reopen.$post({ param: { channel } }),
      t(messages.channelReopenedToast, { channel: label }),
    );
    if (done) setConnection(connection && { ...connection, problem: null });
  };

  const toState = (what: typeof busy) => ({ loading: busy === what, disabled: busy !== undefined && busy !== what });
  const isConnected = connection?.connected ?? false;
  const problem = connection?.problem ?? null;
  const isOneLine = isRow && !isConnected && !problem;
  if (isOneLine && connection && !connection.available) return null;
  const content = (
    <>
      {!isRow && (
        <span
          className={`grid size-12 flex-none place-items-center rounded-control ${isConnected && !problem ? 'bg-green text-on-accent' : 'bg-raised text-muted'}`}
        >
          <Icon name="chat" size={24} />
        </span>
      )}
      <div className={isOneLine ? 'min-w-0 flex-1' : 'min-w-0 flex-1 basis-56'}>
        <h2 className={isRow ? 'font-sans font-semibold text-base' : 'text-base'}>
          {isOneLine
            ? label
            : t(isConnected ? messages.channelConnected : messages.channelNotConnected, { channel: label })}
        </h2>
        {problem && <p className="text-sm text-gold">{problem}</p>}
        {!isOneLine && (
          <p className="text-sm text-muted">
            {isConnected && <span className="text-text">{connection?.username} · </span>}
            <span>{problem ? t(messages.untilFixed) : getConnectionText(t, channel, connection)}</span>
          </p>
        )}
      </div>
      {state && (
        <Button size="sm" {...toState('finish')} onClick={() => finish(state)}>
          {t(messages.connectionDone)}
        </Button>
      )}
      {problem && (
        <>
          <Button variant="secondary" size="sm" {...toState('connect')} onClick={() => connect()}>
            {t(messages.connectAgain)}
          </Button>
          <Button variant="secondary" size="sm" {...toState('again')} onClick={() => tryAgain()}>
            {t(messages.retryChannel)}
          </Button>
        </>
      )}
      {isConnected ? (
        <Button variant="ghost" size="sm" {...toState('disconnect')} onClick={() => disconnect()}>
          {t(messages.disconnect)}
        </Button>
      ) : (
        <Button variant="secondary" size="sm" {...toState('connect')} onClick={() => connect()}>
          {isRow ? <SetUpLabel channel={label} /> : t(messages.connect, { channel: label })}
        </Button>
      )}
    </>
  );
  const className = 'flex flex-wrap items-center gap-4';
  if (isRow) {
    return (
      <section className={className} aria-label={label}>
        {content}
      </section>
    );
  }
  return (
    <Panel as="section" className={className} aria-label={label}>
      {content}
    </Panel>
  );
}

function getConnectionText(t: Translator, channel: ConnectedChannel, connection: ConnectionStatus | null): string {
  const { label, account } = CHANNEL_FACTS[channel];
  if (connection?.connected) return t(account.connected);
  if (connection && !connection.available) return t(messages.channelUnavailable, { channel: t(label) });
  return t(account.hint);
}
