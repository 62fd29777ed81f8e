import { Badge } from '../../../web/ui/badge.tsx';

/** A badge for players who are streaming right now. */
export function LiveBadge() {
  return (
    <Badge tone="red" solid icon="stream" className="font-sans tracking-normal">
      Live
    </Badge>
  );
}
