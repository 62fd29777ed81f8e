import { Badge } from '../../../web/ui/badge.tsx';
import { Icon } from '../../../web/ui/icon.tsx';

/** Shows "★ Featured". The star is drawn because our fonts don't have it. */
export function FeaturedBadge() {
  return (
    <Badge tone="gold" solid>
      <span className="sr-only">★ </span>
      <Icon name="star" size={14} />
      Featured
    </Badge>
  );
}
