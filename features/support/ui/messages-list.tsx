import { useTranslator } from '../../../messages/use-translator.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import * as messages from '../support.messages.ts';

type Shown = { id: string; name: string; isTeam: boolean; text: string; created_at: string };

/** A conversation, oldest message first. Messages of the team stand out. */
export function MessagesList({ items }: { items: readonly Shown[] }) {
  const t = useTranslator();
  return (
    <ol className="stack" aria-label={t(messages.messagesLabel)}>
      {items.map((item) => (
        <li key={item.id} className="panel panel-sm grid gap-1" data-tone={item.isTeam ? 'cyan' : undefined}>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium wrap-anywhere">{item.name}</span>
            <Moment at={item.created_at} className="text-xs text-muted" />
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{item.text}</p>
        </li>
      ))}
    </ol>
  );
}
