import type { LoaderFunctionArgs, MetaFunction } from 'react-router';
import { useLoaderData } from 'react-router';
import { getHomeTexts, plannedWork } from '../../../content/home/home-content.ts';
import { getStoryBook } from '../../../content/home/story-book-content.ts';
import { getStreamers } from '../../../content/home/streamers.ts';
import { getPartnersTexts } from '../../../content/partners/partner-texts.ts';
import { getPartners } from '../../../content/partners/partners-content.ts';
import { paths } from '../../../content/paths.ts';
import type { TeamGroup } from '../../../content/schema/people-schema.ts';
import { getTeamGroups } from '../../../content/team/groups.ts';
import { getTeamTexts } from '../../../content/team/team-texts.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { serverApi, unwrap } from '../../../web/api-client.ts';
import { getPageMetadata } from '../../../web/page-facts.ts';
import { createPageMeta, readSiteFacts } from '../../../web/page-meta.ts';
import { CommunityBanner } from '../ui/community-banner.tsx';
import { DealsStrip } from '../ui/deals-strip.tsx';
import { Hero } from '../ui/home-hero.tsx';
import { PartnersSection } from '../ui/partners-section.tsx';
import { PlannedWork } from '../ui/planned-work.tsx';
import { ProtocolPanel } from '../ui/protocol-panel.tsx';
import { SeamDivider } from '../ui/seam-divider.tsx';
import { StoryBook } from '../ui/story-book.tsx';
import { StreamerCards } from '../ui/streamer-cards.tsx';
import { TeamStrip, type TeamStripGroup } from '../ui/team-strip.tsx';
import { WorldCards } from '../ui/world-cards.tsx';
import '../ui/site.css';
import '../ui/home.css';

const toStripGroup = ({ id, title, members }: TeamGroup): TeamStripGroup => ({
  id,
  title,
  members: members.map(({ id, display_name, role, avatar }) => ({ id, display_name, role, avatar })),
});

export async function loader({ context }: LoaderFunctionArgs) {
  const { title, brief } = getPartnersTexts(readerTranslator);
  // The page still loads when the totals fail.
  const activity = await unwrap(serverApi(context).api.site.activity.$get()).catch(() => null);
  return {
    activity,
    page: getPageMetadata(paths.home),
    ...getHomeTexts(readerTranslator),
    streamers: getStreamers(readerTranslator),
    storyBook: getStoryBook(readerTranslator),
    teamTexts: getTeamTexts(readerTranslator),
    teamGroups: getTeamGroups(readerTranslator).map(toStripGroup),
    partners: {
      title,
      line: brief,
      partners: getPartners(readerTranslator).map(({ id, name, url, logo, alt }) => ({ id, name, url, logo, alt })),
    },
    plannedWork,
  };
}

export const shouldRevalidate = () => false;

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  if (!loaderData) return [];
  const { origin } = readSiteFacts(matches);
  return createPageMeta(matches, {
    ...loaderData.page,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Planet Crew',
      url: `${origin}/`,
      logo: `${origin}/brand/icon-512.png`,
      description: loaderData.page.description,
    },
  });
};

export default function Home() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <Hero texts={data.hero} activity={data.activity} />
      <SeamDivider at={0.2} />
      <ProtocolPanel texts={data.protocolPanel} />
      <StreamerCards texts={data.streams} streamers={data.streamers} />
      <DealsStrip texts={data.dealsStrip} />
      <WorldCards texts={data.communitySection} />
      <StoryBook texts={data.storyBook} />
      <TeamStrip texts={data.teamTexts} groups={data.teamGroups} />
      <PartnersSection {...data.partners} />
      <CommunityBanner texts={data.communityBanner} />
      <PlannedWork texts={data.plannedWork} />
    </>
  );
}
