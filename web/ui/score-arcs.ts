export type ScorePart = { key: string; label: string; value: number; max: number };

export type ScoreArc = ScorePart & { color: string; from: number; track: number; fill: number };

/** The colors of the parts, in order; after the last one, they repeat. */
const colors = ['violet', 'cyan', 'orange', 'green', 'gold', 'red', 'muted'] as const;

/**
 * Lays out the parts around the ring: each takes a share of the circle according to its `max` and is filled by its
 * `value`. All figures are percentages of the full circle.
 */
export function createScoreArcs(parts: readonly ScorePart[], gap = 1.6): ScoreArc[] {
  const total = parts.reduce((sum, part) => sum + part.max, 0) || 1;
  let from = 0;
  return parts.map((part, index) => {
    const share = (part.max / total) * 100;
    const track = Math.max(share - gap, 0.1);
    const fillShare = Math.min(Math.max(part.value / (part.max || 1), 0), 1);
    const arc = {
      ...part,
      color: `var(--color-${colors[index % colors.length]})`,
      from: from + gap / 2,
      track,
      fill: track * fillShare,
    };
    from += share;
    return arc;
  });
}
