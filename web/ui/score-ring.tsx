import { useId } from 'react';
import { createScoreArcs, type ScorePart } from './score-arcs.ts';

type ScoreRingProps = {
  /** Score from 0 to 100; 70 or more is highlighted. */
  score: number;
  parts?: readonly ScorePart[];
  size?: 'sm' | 'md' | 'lg';
  /** Shows the parts in words next to the ring; without it, screen readers still get them. */
  legend?: boolean;
};

const formatFigure = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(1));

type Arcs = { arcs: ReturnType<typeof createScoreArcs> };

function ScoreLegend({ arcs }: Arcs) {
  return (
    <ul className="score-legend">
      {arcs.map((arc) => (
        <li key={arc.key}>
          <i aria-hidden="true" style={{ background: arc.color }} />
          <span>{arc.label}</span>
          <b>
            {formatFigure(arc.value)}
            <span className="sr-only"> of </span>
            <small>
              <span aria-hidden="true">/</span>
              {arc.max}
            </small>
          </b>
        </li>
      ))}
    </ul>
  );
}

/** Opens when the ring is clicked; Escape and a click outside close it. */
function ScoreMeaning({ id, score, arcs }: Arcs & { id: string; score: number }) {
  return (
    <div id={id} popover="auto" role="dialog" aria-label="What the score means" className="score-meaning">
      <p>
        <strong>{Math.round(score)} of 100.</strong> How well these players fit together. 100 is a perfect fit, and 70
        or more is a strong one.
      </p>
      {arcs.length > 0 && <ScoreLegend arcs={arcs} />}
    </div>
  );
}

/** A score as a ring. If the legend isn't shown next to the ring, clicking the ring opens it. */
export function ScoreRing({ score, parts = [], size = 'md', legend }: ScoreRingProps) {
  const id = useId();
  // Uses the rounded score, because that's what people see.
  const strong = Math.round(score) >= 70;
  const arcs =
    parts.length > 0
      ? createScoreArcs(parts)
      : createScoreArcs([{ key: 'score', label: 'Score', value: score, max: 100 }], 0.01);
  const words = parts.map((part) => `${part.label} ${formatFigure(part.value)} of ${part.max}`).join(', ');
  return (
    <div className={`score score-${size}`} data-strong={strong || undefined}>
      <div className="score-ring">
        <svg viewBox="0 0 120 120" aria-hidden="true">
          {strong && <circle className="score-orbit" cx="60" cy="60" r="57" />}
          <g transform="rotate(-90 60 60)">
            {arcs.map((arc) => (
              <g key={arc.key} strokeDashoffset={-arc.from}>
                <circle
                  className="score-track"
                  cx="60"
                  cy="60"
                  r="47"
                  pathLength="100"
                  strokeDasharray={`${arc.track} 100`}
                />
                {arc.fill > 0 && (
                  <circle
                    className="score-fill"
                    cx="60"
                    cy="60"
                    r="47"
                    pathLength="100"
                    style={parts.length > 0 ? { stroke: arc.color } : undefined}
                    strokeDasharray={`${arc.fill} 100`}
                  />
                )}
              </g>
            ))}
          </g>
          {strong && <circle className="score-moon" cx="100.3" cy="19.7" r="4.5" />}
        </svg>
        <p className="score-figure" data-full={Math.round(score) === 100 || undefined} aria-hidden="true">
          <span>{Math.round(score)}</span>
          {size !== 'sm' && <small>/100</small>}
        </p>
        <p className="sr-only">
          {`Score ${Math.round(score)} out of 100${strong ? ', a strong match' : ''}${!legend && words ? `: ${words}` : ''}`}
        </p>
        {!legend && (
          <button
            type="button"
            className="score-ask"
            popoverTarget={id}
            aria-label={`What ${Math.round(score)} of 100 means`}
          />
        )}
      </div>
      {!legend && <ScoreMeaning id={id} score={score} arcs={parts.length > 0 ? arcs : []} />}
      {legend && parts.length > 0 && <ScoreLegend arcs={arcs} />}
    </div>
  );
}
