import { Badge } from './badge.tsx';
import { Icon } from './icon.tsx';

/** That somebody's account is linked and theirs. @param small where a word would push the name away; it is heard all the same */
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
