import { Badge } from '../../../web/ui/badge.tsx';
import { Icon } from '../../../web/ui/icon.tsx';

/** "★ Featured". Our fonts don't have this star, so we draw it. */
export function FeaturedBadge() {
  return (
    <Badge tone="gold" solid>
      <span className="sr-only">★ </span>
      <Icon name="star" size={14} />
      Featured
    </Badge>
  );
}
