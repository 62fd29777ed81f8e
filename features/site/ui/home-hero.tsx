import type { HomeTexts } from '../../../content/home/home-content.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { JoinOrPlay } from './join-or-play.tsx';
import { UnbrokenWords } from './unbroken-words.tsx';

const SEATS = ['PG', 'SG', 'SF', 'PF', 'C'];

/** The basketball planet, with a squad of five on its ring. */
export function Hero({ texts }: { texts: HomeTexts['hero'] }) {
  return (
    <section id="hero" className="hero" aria-labelledby="hero-title">
      <div className="page hero-page">
        <div className="hero-text">
          <h1 id="hero-title" tabIndex={-1} className="hero-title">
            {texts.title}
          </h1>
          <p className="lead hero-lead">
            <UnbrokenWords text={texts.line} />
          </p>
          <div className="cluster gap-3">
            <JoinOrPlay join={texts.primary} />
            <ButtonLink to={texts.secondary.href} size="lg" variant="secondary">
              {texts.secondary.label}
            </ButtonLink>
          </div>
          <p className="visitors-only text-sm text-mist">{texts.hint}</p>
        </div>
        <div className="hero-art" role="img" aria-label={texts.picture}>
          <img src="/art/hero-sky.svg" alt="" width={800} height={800} className="hero-sky" />
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
