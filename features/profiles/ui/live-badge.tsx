import { Badge } from '../../../web/ui/badge.tsx';

/** Says that a player streams at this moment. */
export function LiveBadge() {
  return (
    <Badge tone="red" solid icon="stream" className="font-sans tracking-normal">
      Live
    </Badge>
  );
}
