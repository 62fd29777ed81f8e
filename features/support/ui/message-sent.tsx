import { useEffect, useRef } from 'react';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import * as messages from '../support.messages.ts';

type SentProps = { id: string; isMember: boolean; onAnother: () => void };

/** Says that a message was sent, and what happens next. */
export default function MessageSent({ id, isMember, onAnother }: SentProps) {
  const t = useTranslator();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel as="section" tone="green" className="stack" aria-labelledby="contact-sent">
      <h2 ref={heading} id="contact-sent" className="text-xl" tabIndex={-1}>
        {t(messages.sentTitle)}
      </h2>
      <p>{t(isMember ? messages.sentOwn : messages.sentVisitor)}</p>
      <div className="cluster">
        {isMember && <ButtonLink to={paths.supportRequest(id)}>{t(messages.sentOpen)}</ButtonLink>}
        <Button variant="secondary" onClick={onAnother}>
          {t(messages.sentAnother)}
        </Button>
      </div>
    </Panel>
  );
}
