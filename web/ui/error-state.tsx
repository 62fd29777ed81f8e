import type { ReactNode } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import * as messages from './ui.messages.ts';

type ErrorStateProps = {
  title?: string;
  /** Makes the title the page's heading. Use it when there's nothing else on the page. */
  heading?: 'h1' | undefined;
  onRetry?: () => void;
  retrying?: boolean;
  action?: ReactNode;
  children?: ReactNode;
};

/** Says what happened and how to continue. */
export function ErrorState({
  title: ownTitle,
  heading: Heading,
  onRetry,
  retrying,
  action,
  children,
}: ErrorStateProps) {
  const t = useTranslator();
  const title = ownTitle ?? t(messages.actionFailed);
  return (
    <div className="state" data-tone="red" role="alert">
      <span className="orbit" aria-hidden="true">
        <Icon name="warning" size={28} />
      </span>
      {Heading ? <Heading className="state-title">{title}</Heading> : <p className="state-title">{title}</p>}
      {children && <div className="state-text">{children}</div>}
      {(onRetry || action) && (
        <div className="state-action cluster">
          {onRetry && (
            <Button variant="secondary" icon="refresh" loading={retrying} onClick={onRetry}>
              {t(messages.tryAgain)}
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  );
}
