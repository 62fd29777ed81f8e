import { Badge } from '../../../web/ui/badge.tsx';
import type { Mark } from '../../accounts/security-events/security-events.schema.ts';
import { MARK_LABELS } from '../../accounts/security-events/security-events.wording.ts';

/** What a line of a security journal says, with what stands out about it. */
export function EventWords({ line }: { line: { words: string; times: number; marks: readonly Mark[] } }) {
  return (
    <span className="cluster">
      {line.words}
      {line.times > 1 && <Badge>{`${line.times} times`}</Badge>}
      {line.marks.map((mark) => (
        <Badge key={mark} tone={mark === 'factor_removed' ? 'red' : 'gold'}>
          {MARK_LABELS[mark]}
        </Badge>
      ))}
    </span>
  );
}
