import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import * as messages from '../profiles.messages.ts';

/** A badge for players who are streaming right now. */
export function LiveBadge() {
  const t = useTranslator();
  return (
    <Badge tone="red" solid icon="stream" className="font-sans tracking-normal">
      {t(messages.liveBadge)}
    </Badge>
  );
}
