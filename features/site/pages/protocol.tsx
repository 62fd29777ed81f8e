import type { LoaderFunctionArgs } from 'react-router';
import { useLoaderData } from 'react-router';
import { endpoints } from '../../../content/endpoints.ts';
import { paths } from '../../../content/paths.ts';
import * as landingMessages from '../../../content/protocol/content-protocol.messages.ts';
import { getProtocolLanding } from '../../../content/protocol/landing.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { serverApi, unwrap } from '../../../web/api-client.ts';
import { getPageMetadata } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Court } from '../../../web/ui/court.tsx';
import type { CourtSpot } from '../../../web/ui/court-spots.ts';
import { Icon } from '../../../web/ui/icon.tsx';
import * as messages from '../site.messages.ts';
import { FeatureOrbit } from '../ui/feature-orbit.tsx';
import { JoinOrPlay } from '../ui/join-or-play.tsx';
import { PersonCard } from '../ui/person-card.tsx';
import '../ui/site.css';
import '../ui/protocol.css';

export async function loader({ context }: LoaderFunctionArgs) {
  // The page still loads when the count fails.
  const { count } = await unwrap(serverApi(context).api.profiles.count.$get()).catch(() => ({ count: 0 }));
  return { page: getPageMetadata(paths.protocol), words: getProtocolLanding(readerTranslator), members: count };
}

export const meta = createPageHead;

/** The reader and four open spots. */
const SPOTS: CourtSpot[] = [
  { position: 'PG', state: 'you', avatarUrl: endpoints.face('12034513') },
  { position: 'SG', state: 'empty' },
  { position: 'SF', state: 'empty' },
  { position: 'PF', state: 'empty' },
  { position: 'C', state: 'empty' },
];

export default function Protocol() {
  const t = useTranslator();
  const spots = SPOTS.map((spot) => (spot.state === 'you' ? { ...spot, name: t(messages.you) } : spot));
  const { words, members } = useLoaderData<typeof loader>();
  return (
    <div className="page-limb landing-limb">
      <div className="page pb-12">
        <div className="landing">
          <div className="landing-words">
            <h1 tabIndex={-1} className="landing-title">
              {words.headline.split('. ').map((part, index, all) => (
                <span key={part}>{index < all.length - 1 ? `${part}. ` : part}</span>
              ))}
            </h1>
            <p className="lead">{words.line}</p>
            {members > 0 && (
              <p className="landing-count">
                <span className="landing-pulse" aria-hidden="true" />
                <RichMessage
                  message={landingMessages.activeMembers}
                  values={{ count: members, strong: (children) => <strong>{children}</strong> }}
                />
              </p>
            )}
            <div className="cluster gap-3">
              <JoinOrPlay join={words.join} />
              <ButtonLink to={words.deals.href} size="lg" variant="secondary">
                {words.deals.label}
              </ButtonLink>
            </div>
          </div>
          <Court spots={spots} label={t(messages.fourOpenSpots)} className="landing-court" />
        </div>
        <FeatureOrbit title={words.featuresTitle} features={words.features} />
        <section aria-labelledby="people" className="section">
          <h2 id="people" className="mb-6">
            {t(messages.whosBehindIt)}
          </h2>
          <ul className="grid gap-4 lg:grid-cols-3 lg:gap-6">
            {[words.founder, ...words.corePartners].map((person) => (
              <PersonCard key={person.name} person={person} founder={person === words.founder} />
            ))}
          </ul>
        </section>
        <ButtonLink to={paths.protocolFaq} variant="ghost" icon="help" className="btn-flush">
          <span>{t(messages.readProtocolFaq)}</span>
          <Icon name="arrow-right" size={18} />
        </ButtonLink>
      </div>
    </div>
  );
}
