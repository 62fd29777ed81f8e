import type { HomeTexts } from '../../../content/home/home-content.ts';
import { ActionLink } from './action-link.tsx';

/** The last section of the home page: a sunrise over the planet and two links. */
export function CommunityBanner({ texts }: { texts: HomeTexts['communityBanner'] }) {
  return (
    <section id="join" className="page band" aria-labelledby="join-title">
      <div className="sunrise">
        <h2 id="join-title" className="text-3xl">
          {texts.title}
        </h2>
        <p className="lead">{texts.line}</p>
        <div className="cluster justify-center gap-3">
          {texts.actions.map((action, index) => (
            <ActionLink
              key={action.href}
              action={action}
              variant={index === 0 ? 'primary' : 'secondary'}
              icon={index === 0 ? 'voice' : 'users'}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
