import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import * as messages from '../notifications.messages.ts';
import type { Kind } from '../notifications.schema.ts';
import { PUSH_SUPPORT_LABELS } from '../push/push-support.wording.ts';
import type { PushState } from './use-push.ts';
import { usePush } from './use-push.ts';

type PushPromptProps = {
  /** Kinds to turn on with the tap. Because the user turns them on explicitly, some may also break quiet hours. */
  kinds?: Exclude<Kind, 'security' | 'test'>[];
  /** Sentence about the benefit of push on this page. */
  why: string;
};

/**
 * Offers push on any page of a higher-level feature. Shown only in browsers where push can be turned on and isn't yet.
 * Once visible it stays, and shows the result of the tap.
 * @example <PushPrompt kinds={['queue']} why="We may find your match while you're away." />
 */
export function PushPrompt({ kinds = [], why }: PushPromptProps) {
  const t = useTranslator();
  const push = usePush();
  const { ability, pushStatus, on } = push;
  const [isOffered, setIsOffered] = useState(false);
  const isUseful = (ability === 'ready' || ability === 'install-first') && pushStatus !== undefined && !on;
  useEffect(() => {
    if (isUseful) setIsOffered(true);
  }, [isUseful]);
  if (!isOffered) return null;
  return (
    <Panel aria-label={t(messages.pushSection)} as="section">
      <PushPromptView push={push} kinds={kinds} why={why} />
    </Panel>
  );
}

type PushPromptViewProps = Omit<PushPromptProps, 'why'> & {
  push: PushState;
  /** Sentence about the benefit of push, shown above the button. */
  why?: string;
  /** Label of the button in a row. */
  setUpLabel?: ReactNode;
};

/**
 * Shows the button that turns push on in this browser, or explains why push isn't possible and how to fix that. Also
 * shows the result of a tap.
 */
export function PushPromptView({ push, kinds = [], why, setUpLabel }: PushPromptViewProps) {
  const t = useTranslator();
  const { ability, on, busy, failure, pushStatus } = push;
  const done = useRef<HTMLParagraphElement>(null);
  const wasTapped = useRef(false);
  // The tapped button is gone, so move focus to the result for screen readers.
  useEffect(() => {
    if (on && wasTapped.current) done.current?.focus();
  }, [on]);
  const press = () => {
    wasTapped.current = true;
    return push.turnOnHere(kinds);
  };
  if (ability === undefined) return <p className="text-sm text-muted">{t(messages.checkingBrowser)}</p>;
  if (ability !== 'ready') {
    const { title, text } = PUSH_SUPPORT_LABELS[ability];
    return (
      <Notice tone={ability === 'denied' ? 'gold' : 'violet'} title={t(title)}>
        {t(text)}
      </Notice>
    );
  }
  return (
    <div className="stack">
      {on ? (
        <p ref={done} tabIndex={-1} className="flex items-start gap-2 text-green-ink">
          <Icon name="check" size={20} className="mt-1 flex-none" />
          {t(messages.pushOn)}
        </p>
      ) : (
        <>
          {why && <p className="text-muted">{why}</p>}
          <p>
            <Button
              {...(setUpLabel ? { variant: 'secondary', size: 'sm' } : { icon: 'bell' })}
              loading={busy}
              loadingLabel={t(messages.askingBrowser)}
              onClick={() => void press()}
            >
              {setUpLabel ?? t(messages.turnOnPush)}
            </Button>
          </p>
        </>
      )}
      {failure && (
        <Notice tone="red" title={t(messages.pushFailedTitle)}>
          {failure}
        </Notice>
      )}
      {on && pushStatus && !pushStatus.consent && (
        <Notice tone="gold" title={t(messages.noConsent)}>
          <RichMessage
            message={messages.noConsentForPush}
            values={{ link: (children) => <Link to={`${paths.editProfile}#section-contact`}>{children}</Link> }}
          />
        </Notice>
      )}
    </div>
  );
}
