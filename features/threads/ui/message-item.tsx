import { useState } from 'react';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Menu } from '../../../web/ui/menu.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import type { ThreadMessage } from '../threads.schema.ts';
import { MessageText } from './message-text.tsx';

/** Actions on a message. Users get different ones for their own and other people's messages. */
export type MessageActions = {
  edit: (message: ThreadMessage) => void;
  remove: (message: ThreadMessage) => void;
  report: (message: ThreadMessage) => void;
  reportPerson: (message: ThreadMessage) => void;
  mute: (message: ThreadMessage) => void;
};

type Props = { message: ThreadMessage; youLead: boolean; acts: MessageActions };

const REMOVED = {
  author: 'Message deleted.',
  leader: 'Message removed by the captain.',
  account: 'Message deleted with their account.',
  moderator: 'Message removed by a moderator.',
} as const;
const FORMER = 'Former player';

export function MessageItem({ message, youLead, acts }: Props) {
  const [shown, setShown] = useState(false);
  const name = message.author?.display_name ?? FORMER;
  const items = listMenuItems(message, youLead, acts);
  const hidden = message.muted && !shown && !message.removed;
  return (
    <article className="flex items-start gap-3" data-seq={message.seq}>
      <Avatar name={name} src={message.author?.avatar_path ?? null} size={32} decorative />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium wrap-anywhere">{message.is_you ? 'You' : name}</span>
          <span className="text-xs text-mist">
            <Moment at={message.created_at} />
            {message.edited_at && !message.removed && <span>{' · edited'}</span>}
          </span>
        </p>
        {message.removed && <p className="text-mist italic">{REMOVED[message.removed]}</p>}
        {!message.removed && !hidden && <MessageText text={message.text} />}
        {hidden && (
          <Button size="sm" variant="ghost" className="btn-flush" onClick={() => setShown(true)}>
            Show message from a muted player
          </Button>
        )}
      </div>
      {items.length > 0 && (
        <Menu
          label={message.is_you ? 'Actions for your message' : `Actions for the message from ${name}`}
          trigger={<Icon name="menu" size={18} />}
          triggerClassName="btn btn-ghost btn-sm btn-icon"
          items={items}
        />
      )}
    </article>
  );
}

function listMenuItems(message: ThreadMessage, youLead: boolean, acts: MessageActions) {
  const item = (
    label: string,
    icon: 'edit' | 'trash' | 'flag' | 'user' | 'mic' | 'mic-off',
    act: keyof MessageActions,
  ) => ({
    label,
    icon,
    onSelect: () => acts[act](message),
  });
  if (!message.author) return [];
  const remove = !message.removed && (message.editable || youLead) ? [item('Delete message', 'trash', 'remove')] : [];
  if (message.is_you) return message.editable ? [item('Edit message', 'edit', 'edit'), ...remove] : remove;
  return [
    ...remove,
    item('Report message', 'flag', 'report'),
    item('Report player', 'user', 'reportPerson'),
    message.muted ? item('Unmute for me', 'mic', 'mute') : item('Mute for me', 'mic-off', 'mute'),
  ];
}
