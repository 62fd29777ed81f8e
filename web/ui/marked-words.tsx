import { Badge } from './badge.tsx';
import type { Tone } from './tone.ts';

/** A recorded item: its text, its number of occurrences (shown from 2 on) and its flags. */
type MarkedWordsProps = {
  words: string;
  times: number;
  marks: readonly { label: string; tone: Tone }[];
  className?: string;
};

export function MarkedWords({ words, times, marks, className = '' }: MarkedWordsProps) {
  return (
    <span className={`cluster ${className}`}>
      <span>{words}</span>
      {times > 1 && <Badge>{`${times} times`}</Badge>}
      {marks.map(({ label, tone }) => (
        <Badge key={label} tone={tone}>
          {label}
        </Badge>
      ))}
    </span>
  );
}
