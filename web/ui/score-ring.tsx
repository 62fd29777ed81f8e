import { useId } from 'react';
import { RichMessage, useTranslator } from '../../messages/use-translator.tsx';
import { joinDetails } from './join-details.ts';
import { createScoreArcs, type ScorePart } from './score-arcs.ts';
import * as messages from './ui.messages.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

type ScoreRingProps = {
  /** Score from 0 to 100; 70 or more is highlighted. */
  score: number;
  parts?: readonly ScorePart[];
  size?: 'sm' | 'md' | 'lg';
  /** Shows the parts as text next to the ring. Without it, screen readers still read them. */
  legend?: boolean;
};

const toTenths = (value: number) => Math.round(value * 10) / 10;

type Arcs = { arcs: ReturnType<typeof createScoreArcs> };

function ScoreLegend({ arcs }: Arcs) {
  return (
    <ul className="score-legend">
      {arcs.map((arc) => (
        <li key={arc.key}>
          <i aria-hidden="true" style={{ background: arc.color }} />
          <span>{arc.label}</span>
          <b>
            <RichMessage
              message={messages.scorePartValue}
              values={{
                value: toTenths(arc.value),
                max: arc.max,
                hidden: (children) => <VisuallyHidden>{children}</VisuallyHidden>,
                small: (children) => <small>{children}</small>,
                slash: (children) => <span aria-hidden="true">{children}</span>,
              }}
            />
          </b>
        </li>
      ))}
    </ul>
  );
}

/** Opens when the ring is clicked; Escape and a click outside close it. */
function ScoreMeaning({ id, score, arcs }: Arcs & { id: string; score: number }) {
  const t = useTranslator();
  return (
    <div id={id} popover="auto" role="dialog" aria-label={t(messages.scoreMeaningTitle)} className="score-meaning">
      <p>
        <RichMessage
          message={messages.scoreMeaning}
          values={{ score: Math.round(score), strong: (children) => <strong>{children}</strong> }}
        />
      </p>
      {arcs.length > 0 && <ScoreLegend arcs={arcs} />}
    </div>
  );
}

/** A score as a ring. If its legend isn't shown next to it, pressing the ring opens it. */
export function ScoreRing({ score: exactScore, parts = [], size = 'md', legend }: ScoreRingProps) {
  const t = useTranslator();
  const id = useId();
  // Uses the rounded score, because that's what people see.
  const score = Math.round(exactScore);
  const isStrong = score >= 70;
  const arcs =
    parts.length > 0
      ? createScoreArcs(parts)
      : createScoreArcs([{ key: 'score', label: '', value: exactScore, max: 100 }], 0.01);
  const summary = { score, strength: isStrong ? 'strong' : 'other' };
  const partLabels = legend
    ? []
    : parts.map(({ label, value, max }) => t(messages.scorePart, { label, value: toTenths(value), max }));
  return (
    <div className={`score score-${size}`} data-strong={isStrong || undefined}>
      <div className="score-ring">
        <svg viewBox="0 0 120 120" aria-hidden="true">
          {isStrong && <circle className="score-orbit" cx="60" cy="60" r="57" />}
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
          {isStrong && <circle className="score-moon" cx="100.3" cy="19.7" r="4.5" />}
        </svg>
        <p className="score-figure" data-full={score === 100 || undefined} aria-hidden="true">
          <span>{score}</span>
          {size !== 'sm' && <small>/100</small>}
        </p>
        <p className="sr-only">
          {partLabels.length > 0
            ? t(messages.scoreSummaryParts, { ...summary, parts: joinDetails(t, partLabels) })
            : t(messages.scoreSummary, summary)}
        </p>
        {!legend && (
          <button
            type="button"
            className="score-ask"
            popoverTarget={id}
            aria-label={t(messages.askScoreMeaning, { score })}
          />
        )}
      </div>
      {!legend && <ScoreMeaning id={id} score={score} arcs={parts.length > 0 ? arcs : []} />}
      {legend && parts.length > 0 && <ScoreLegend arcs={arcs} />}
    </div>
  );
}
