import type { ReactNode } from 'react';
import { RichMessage } from '../../../messages/use-translator.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx';
import * as messages from '../notifications.messages.ts';

const hideVisually = (text: ReactNode) => <VisuallyHidden>{text}</VisuallyHidden>;

/** The label of a button that sets a channel up. */
export function SetUpLabel({ channel }: { channel: string }) {
  return <RichMessage message={messages.setUpChannel} values={{ channel, hidden: hideVisually }} />;
}

type BlockedChannelRowProps = { label: string; id: string; children: ReactNode };

/** One line for a channel that can't be set up with a button. Opening it shows what to do instead. */
export function BlockedChannelRow({ label, id, children }: BlockedChannelRowProps) {
  const summary = (
    <>
      <h2 id={id} className="flex-1 font-sans font-semibold text-base">
        {label}
      </h2>
      <span className="text-muted text-sm">
        <RichMessage message={messages.setUpHow} values={{ channel: label, hidden: hideVisually }} />
      </span>
    </>
  );
  return (
    <Disclosure className="fold-quiet" summary={summary}>
      {children}
    </Disclosure>
  );
}
