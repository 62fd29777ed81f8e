import { useState } from 'react';
import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Menu } from '../../../web/ui/menu.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import * as messages from '../threads.messages.ts';
import type { RemovedBy, ThreadMessage } from '../threads.schema.ts';
import { MessageText } from './message-text.tsx';

/** Actions on a message, which differ for the user's own and other people's messages. */
export type MessageActions = {
  edit: (message: ThreadMessage) => void;
  remove: (message: ThreadMessage) => void;
  report: (message: ThreadMessage) => void;
  reportPerson: (message: ThreadMessage) => void;
  mute: (message: ThreadMessage) => void;
};

type Props = { message: ThreadMessage; youLead: boolean; acts: MessageActions };

const REMOVED_TEXTS: Record<RemovedBy, Message> = {
  author: messages.removedByAuthor,
  leader: messages.removedByCaptain,
  account: messages.removedWithAccount,
  moderator: messages.removedByModerator,
};

export function MessageItem({ message, youLead, acts }: Props) {
  const t = useTranslator();
  const [isRevealed, setIsRevealed] = useState(false);
  const name = message.author?.display_name ?? t(messages.formerPlayer);
  const items = listMenuItems(t, message, youLead, acts);
  const isHidden = message.muted && !isRevealed && !message.removed;
  return (
    <article className="flex items-start gap-3" data-seq={message.seq}>
      <Avatar name={name} src={message.author?.avatar_path ?? null} size={32} decorative />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium wrap-anywhere">{message.is_you ? t(messages.you) : name}</span>
          <span className="text-xs text-muted">
            {message.edited_at && !message.removed ? (
              <span>
                <RichMessage message={messages.editedAt} values={{ time: () => <Moment at={message.created_at} /> }} />
              </span>
            ) : (
              <Moment at={message.created_at} />
            )}
          </span>
        </p>
        {message.removed && <p className="text-muted italic">{t(REMOVED_TEXTS[message.removed])}</p>}
        {!message.removed && !isHidden && <MessageText text={message.text} />}
        {isHidden && (
          <Button size="sm" variant="ghost" className="btn-flush" onClick={() => setIsRevealed(true)}>
            {t(messages.showMuted)}
          </Button>
        )}
      </div>
      {items.length > 0 && (
        <Menu
          label={message.is_you ? t(messages.ownActions) : t(messages.actionsFor, { name })}
          trigger={<Icon name="menu" size={18} />}
          triggerClassName="btn btn-ghost btn-sm btn-icon"
          items={items}
        />
      )}
    </article>
  );
}

function listMenuItems(t: Translator, message: ThreadMessage, isLead: boolean, acts: MessageActions) {
  const renderItem = (
    label: string,
    icon: 'edit' | 'trash' | 'flag' | 'user' | 'mic' | 'mic-off',
    act: keyof MessageActions,
  ) => ({
    label,
    icon,
    onSelect: () => acts[act](message),
  });
  if (!message.author) return [];
  const remove =
    !message.removed && (message.editable || isLead) ? [renderItem(t(messages.deleteItem), 'trash', 'remove')] : [];
  if (message.is_you) return message.editable ? [renderItem(t(messages.editItem), 'edit', 'edit'), ...remove] : remove;
  return [
    ...remove,
    renderItem(t(messages.reportMessage), 'flag', 'report'),
    renderItem(t(messages.reportPlayer), 'user', 'reportPerson'),
    message.muted ? renderItem(t(messages.unmute), 'mic', 'mute') : renderItem(t(messages.mute), 'mic-off', 'mute'),
  ];
}
