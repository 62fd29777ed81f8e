import { Badge } from './badge.tsx';
import { Icon } from './icon.tsx';

/** Marks an account as linked and verified. @param small shows only the icon; screen readers still get the word */
export function VerifiedMark({ small = false }: { small?: boolean }) {
  if (!small) {
    return (
      <Badge tone="cyan" icon="check" className="font-sans tracking-normal">
        Verified
      </Badge>
    );
  }
  return (
    <span className="grid size-5 flex-none place-items-center rounded-chip bg-cyan text-space">
      <Icon name="check" size={14} label="Verified" />
    </span>
  );
}
