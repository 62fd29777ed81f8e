import type { HomeTexts } from '../../../content/home/home-content.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import type { SiteActivity } from '../site-activity.schema.ts';
import { JoinOrPlay } from './join-or-play.tsx';
import { LivingCourt } from './living-court.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { UnbrokenWords } from './unbroken-words.tsx';

/** The product in one line, and a court that fills up like a match. */
export function Hero({ texts, activity }: { texts: HomeTexts['hero']; activity: SiteActivity | null }) {
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
          <div className="hero-actions">
            <JoinOrPlay join={texts.primary} />
            <ButtonLink to={texts.secondary.href} size="lg" variant="ghost">
              {texts.secondary.label}
            </ButtonLink>
          </div>
          <p className="visitors-only text-sm text-muted">{texts.hint}</p>
        </div>
        <div className="hero-stage">
          <LivingCourt />
          <RecentActivity activity={activity} />
        </div>
      </div>
    </section>
  );
}
