import { Court } from '../../../web/ui/court.tsx';
import type { CourtSpot } from '../../../web/ui/court-spots.ts';
import { ROLE_SPOTS } from '../team-choices.schema.ts';

/** The requested roles on the court. The checkboxes next to the court show the same roles. */
export function RequestedCourt({ roles }: { roles: readonly string[] }) {
  const spots = roles.flatMap((role): CourtSpot[] => {
    const position = ROLE_SPOTS[role as keyof typeof ROLE_SPOTS];
    return position ? [{ position, state: 'empty' }] : [];
  });
  return (
    <div aria-hidden="true" className="hidden lg:block">
      <Court spots={spots} size="compact" />
    </div>
  );
}
