import type { Architecture, FigureName, RoadmapPhase, Weights } from '../../../content/schema/whitepaper-schema.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import * as messages from '../site.messages.ts';
import { StatusBadge } from './status-badge.tsx';

export type Figures = {
  allocation: { drawing: string; slices: { name: string; percent: number; tokens: number; color: string }[] };
  architecture: { drawing: string; data: Architecture };
  roadmap: RoadmapPhase[];
  weights: Record<'squad-weights' | 'crew-weights', Weights>;
};

type FigureProps = { name: FigureName; caption: string; figures: Figures };

/** A drawing with its caption, and the same information as text beside it. */
export function Figure({ name, caption, figures }: FigureProps) {
  return (
    <figure className="figure" data-figure={name}>
      {name === 'token-allocation' && <Allocation {...figures.allocation} />}
      {name === 'architecture' && <ArchitectureFigure {...figures.architecture} />}
      {name === 'roadmap' && <Roadmap phases={figures.roadmap} />}
      {(name === 'squad-weights' || name === 'crew-weights') && <WeightBars weights={figures.weights[name]} />}
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

function Drawing({ svg, className }: { svg: string; className: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own server from our own content
  return <div className={className} dangerouslySetInnerHTML={{ __html: svg }} />;
}

function Allocation({ drawing, slices }: Figures['allocation']) {
  const t = useTranslator();
  return (
    <div className="allocation">
      <Drawing svg={drawing} className="allocation-ring" />
      <ul>
        {slices.map((slice) => (
          <li key={slice.name}>
            <span className="allocation-dot" style={{ background: slice.color }} />
            <span>{slice.name}</span>
            <span className="allocation-share">
              {t(messages.percentage, { percent: Number(slice.percent.toFixed(2)) })}
            </span>
            <span className="allocation-tokens">{slice.tokens.toLocaleString(t.locale)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ArchitectureFigure({ drawing, data }: Figures['architecture']) {
  const titles = new Map(data.layers.flatMap((layer) => layer.boxes.map((box) => [box.id, box.title])));
  return (
    <>
      <Drawing svg={drawing} className="architecture-drawing" />
      <dl className="architecture-list">
        {data.layers.map((layer) => (
          <div key={layer.id}>
            <dt>{layer.title}</dt>
            {layer.boxes.map((box) => (
              <dd key={box.id}>
                <strong>{box.title}</strong>
                <span>{box.line}</span>
                {data.arrows
                  .filter((arrow) => arrow.from === box.id)
                  .map((arrow) => (
                    <span key={arrow.to} className="architecture-arrow">
                      {arrow.label}: {titles.get(arrow.to)}
                    </span>
                  ))}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </>
  );
}

function Roadmap({ phases }: { phases: RoadmapPhase[] }) {
  return (
    <ol className="roadmap">
      {phases.map((phase) => (
        <li key={phase.quarter}>
          <svg viewBox="0 0 40 40" className="roadmap-planet" aria-hidden="true">
            <circle cx="20" cy="20" r="13" />
            <path d="M20 7v26M7 20h26M12 10q6 10 0 20M28 10q-6 10 0 20" />
            <ellipse cx="20" cy="20" rx="19" ry="6" transform="rotate(-20 20 20)" />
          </svg>
          <p className="roadmap-quarter">{phase.quarter}</p>
          <p className="roadmap-title">{phase.title}</p>
          <ul>
            {phase.items.map((item) => (
              <li key={item.text}>
                <StatusBadge status={item.status} />
                <span>{item.text}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function WeightBars({ weights }: { weights: Weights }) {
  const t = useTranslator();
  const most = Math.max(...weights.map((weight) => weight.percent));
  return (
    <ul className="weights">
      {weights.map((weight) => (
        <li key={weight.name} className="weight">
          <span className="font-semibold">{weight.name}</span>
          <span className="weights-share">{t(messages.percentage, { percent: weight.percent })}</span>
          <span className="weights-track" aria-hidden="true">
            <span className="weights-fill" style={{ width: `${(weight.percent / most) * 100}%` }} />
          </span>
          <span className="weights-line">{weight.line}</span>
        </li>
      ))}
    </ul>
  );
}
