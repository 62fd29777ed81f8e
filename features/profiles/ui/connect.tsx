import { useTranslator } from '../../../messages/use-translator.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { CopyButton } from '../../../web/ui/copy-button.tsx';
import { Icon, type IconName } from '../../../web/ui/icon.tsx';
import * as messages from '../profiles.messages.ts';
import { type ConnectLink, listConnectLinks } from '../profiles.rules.ts';
import type { PublicProfile } from '../profiles.schema.ts';

const ICONS: Record<ConnectLink['kind'], IconName> = {
  twitch: 'stream',
  discord: 'voice',
  twitter: 'post',
  psn: 'gamepad',
  xbox: 'gamepad',
};

/** A player's contact handles: links where there's a URL, plain text with a copy button for console names. */
export function Connect({ profile }: { profile: PublicProfile }) {
  const t = useTranslator();
  const links = listConnectLinks(profile);
  if (links.length === 0) {
    return <p className="text-muted">{t(messages.connectHint)}</p>;
  }
  return (
    <ul className="grid gap-2">
      {links.map((link) => (
        <li key={link.kind}>
          {link.href ? (
            <ButtonLink href={link.href} variant="secondary" icon={ICONS[link.kind]} iconEnd="external" block>
              <span className="truncate">{t(messages.handle, { service: link.label, handle: link.text })}</span>
            </ButtonLink>
          ) : (
            <p className="flex min-h-12 items-center gap-2 rounded-control border border-line px-4">
              <Icon name={ICONS[link.kind]} />
              <span className="min-w-0 flex-1 truncate">
                {t(messages.handle, { service: link.label, handle: link.text })}
              </span>
              <CopyButton text={link.text} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
