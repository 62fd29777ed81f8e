import type { HomeTexts } from '../../../content/home/home-content.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { UnbrokenWords } from './unbroken-words.tsx';

const SEATS = ['PG', 'SG', 'SF', 'PF', 'C'];

/** The basketball planet, with a squad of five on its ring. */
export function Hero({ words }: { words: HomeTexts['hero'] }) {
  return (
    <section id="hero" className="hero" aria-labelledby="hero-title">
      <div className="page hero-page">
        <div className="hero-text">
          <h1 id="hero-title" tabIndex={-1} className="hero-title">
            {words.title}
          </h1>
          <p className="lead hero-lead">
            <UnbrokenWords text={words.line} />
          </p>
          <div className="cluster gap-3">
            <ButtonLink to={words.primary.href} size="lg" iconEnd="arrow-right">
              {words.primary.label}
            </ButtonLink>
            <ButtonLink to={words.secondary.href} size="lg" variant="secondary">
              {words.secondary.label}
            </ButtonLink>
          </div>
          <p className="text-sm text-mist">{words.hint}</p>
        </div>
        <div className="hero-art" role="img" aria-label={words.picture}>
          <img src="/art/hero-planet.svg" alt="" width={800} height={800} fetchPriority="high" />
          <div className="hero-tilt">
            <div className="hero-plane">
              {SEATS.map((seat) => (
                <div key={seat} className="hero-seat">
                  <span className="hero-face">{seat}</span>
                </div>
              ))}
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
