import type { TournamentTexts } from '../../../content/tournament/tournament-texts.ts';

/** Title, three counts, and an illustration of two worlds about to meet. */
export function TournamentHero({ texts }: { texts: TournamentTexts }) {
  return (
    <div className="cup">
      <div className="page cup-page">
        <div className="cup-words">
          <h1 tabIndex={-1} className="cup-title">
            {texts.title}
          </h1>
          <p className="lead">{texts.line}</p>
          <dl className="cup-counts">
            {texts.counts.map((count) => (
              <div key={count.label}>
                <dt>{count.label}</dt>
                <dd>{count.value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <img
          className="cup-art"
          src="/art/tournament-of-power.svg"
          alt=""
          width={320}
          height={200}
          fetchPriority="high"
        />
      </div>
    </div>
  );
}
