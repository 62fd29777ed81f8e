import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import * as messages from '../lfg.messages.ts';

/** Shows "★ Featured". The star is drawn because our fonts don't have it. */
export function FeaturedBadge() {
  const t = useTranslator();
  return (
    <Badge tone="gold" solid>
      <span className="sr-only">★ </span>
      <Icon name="star" size={14} />
      {t(messages.featured)}
    </Badge>
  );
}
