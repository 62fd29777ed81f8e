import { Badge } from '../../../web/ui/badge.tsx';
import { Icon } from '../../../web/ui/icon.tsx';

/** "★ Featured"; our fonts have no such star, so it is drawn. */
export function FeaturedBadge() {
  return (
    <Badge tone="gold" solid>
      <span className="sr-only">★ </span>
      <Icon name="star" size={14} />
      Featured
    </Badge>
  );
}
