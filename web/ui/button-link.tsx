import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslator } from '../../messages/use-translator.tsx';
import { type ButtonStyle, getButtonClass } from './button-style.ts';
import { Icon, type IconName } from './icon.tsx';
import * as messages from './ui.messages.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

type Shared = ButtonStyle & { icon?: IconName; iconEnd?: IconName; className?: string; children: ReactNode };
type InternalLink = Shared & Omit<ComponentProps<typeof Link>, keyof Shared>;
type ExternalLink = Shared & Omit<ComponentProps<'a'>, keyof Shared> & { href: string };

/** `to` navigates within the app, `href` opens a new tab. */
export function ButtonLink({
  variant,
  size,
  block,
  icon,
  iconEnd,
  className,
  children,
  ...rest
}: InternalLink | ExternalLink) {
  const t = useTranslator();
  const buttonClass = getButtonClass({ variant, size, block, className });
  if ('href' in rest) {
    return (
      <a className={buttonClass} target="_blank" rel="noopener noreferrer" {...rest}>
        {icon && <Icon name={icon} />}
        <span className="contents">{children}</span>
        <VisuallyHidden> {t(messages.opensInNewTab)}</VisuallyHidden>
        <Icon name={iconEnd ?? 'external'} size={16} />
      </a>
    );
  }
  return (
    <Link className={buttonClass} {...rest}>
      {icon && <Icon name={icon} />}
      <span className="contents">{children}</span>
      {iconEnd && <Icon name={iconEnd} />}
    </Link>
  );
}
