import { useTranslator } from '../../messages/use-translator.tsx';
import { Badge } from './badge.tsx';
import { Icon } from './icon.tsx';
import * as messages from './ui.messages.ts';

/**
 * Says that the player signed in with the Twitch account on their profile. @param small shows only the icon; screen
 * readers and a tooltip still say what's verified
 */
export function VerifiedMark({ small = false }: { small?: boolean }) {
  const t = useTranslator();
  if (!small) {
    return (
      <Badge tone="cyan" icon="check" className="font-sans tracking-normal">
        {t(messages.verified)}
      </Badge>
    );
  }
  return (
    <span
      title={t(messages.verified)}
      className="grid size-5 flex-none place-items-center rounded-chip bg-cyan text-on-accent"
    >
      <Icon name="check" size={14} label={t(messages.verified)} />
    </span>
  );
}
