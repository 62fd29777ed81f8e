import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { siteSeo } from '../../../content/seo/site-seo.ts';
import { getDashboard } from '../../../content/umbrella/dashboard-content.ts';
import type { Message } from '../../../messages/message.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { useLiveData } from '../../../web/load-page.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { CatchingUpNotice } from '../../../web/ui/catching-up-notice.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { AvatarEditor } from '../../assets/ui/avatar-editor.tsx';
import { OwnBanNotice } from '../../moderation/ui/own-ban-notice.tsx';
import { PLAN_BADGES } from '../../payments/ui/plan-status.ts';
import { MATCH_NEEDS, type MatchNeed } from '../../profiles/profiles.rules.ts';
import { SquadCrest } from '../../squads/ui/squad-crest.tsx';
import type { Dashboard } from '../dashboard/dashboard.schema.ts';
import * as messages from '../site.messages.ts';
import { FirstSteps } from '../ui/first-steps.tsx';
import { HomeNumbers } from '../ui/home-numbers.tsx';
import { CoachingPanel, ListingsPanel, MoneyPanel, SquadsPanel, TonightPanel, ToolsPanel } from '../ui/home-panels.tsx';
import { UmbrellaSkeleton } from '../ui/umbrella-skeleton.tsx';
import { useOverdueRefresh } from '../ui/use-overdue-refresh.ts';
import { WaitingList } from '../ui/waiting-list.tsx';
import '../ui/site.css';
import '../ui/dashboard.css';

/** Topics of every event that can change the player's pending actions. */
const TOPICS = [
  ...['person', 'inbox', 'match', 'party', 'squad', 'queue', 'thread', 'messages'],
  ...['application', 'applicants', 'booking'],
];

const read = (): Promise<Dashboard> => unwrap(browserApi().api.dashboard.$get());

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return read();
}

export const meta = ({ matches }: MetaArgs) =>
  createPageMeta(matches, { ...siteSeo[paths.dashboard](readerTranslator), path: paths.dashboard });

const renderCrest = (seed: number) => <SquadCrest seed={seed} size={36} />;

/** The signed-in dashboard, with pending actions first. */
export default function DashboardPage() {
  const t = useTranslator();
  const texts = getDashboard(t);
  const { data: ownDashboard, behind, refresh } = useLiveData(useLoaderData<typeof clientLoader>(), TOPICS, read);
  useOverdueRefresh(ownDashboard, refresh);
  const name = ownDashboard.displayName ?? texts.fallbackName;
  return (
    <div className="page-limb">
      <div className="page stack-lg pb-12">
        <PageTitle
          title={texts.welcome(name)}
          className="home-head"
          actions={
            <Badge tone={ownDashboard.plan === 'Free' ? 'neutral' : 'gold'}>{t(PLAN_BADGES[ownDashboard.plan])}</Badge>
          }
        />
        <CatchingUpNotice behind={behind} />
        <div className="home-columns">
          <div className="home-column">
            <OwnBanNotice signedIn={ownDashboard.bans > 0} />
            {ownDashboard.firstSteps && <FirstSteps steps={ownDashboard.firstSteps} />}
            {ownDashboard.missing && <NoMatchSection missing={ownDashboard.missing} />}
            <WaitingSection mine={ownDashboard} />
            <TonightPanel tonight={ownDashboard.tonight} crest={renderCrest} />
            <SquadsPanel squads={ownDashboard.squads} crest={renderCrest} />
          </div>
          <div className="home-column">
            <ListingsPanel dashboard={ownDashboard} />
            <MoneyPanel orders={ownDashboard.ordersUnderWay} />
            {ownDashboard.coachedAhead !== null && <CoachingPanel aheadCount={ownDashboard.coachedAhead} />}
            <ToolsPanel />
          </div>
        </div>
        <HomeNumbers dashboard={ownDashboard} />
        {ownDashboard.hasProfile && <AvatarEditor name={name} avatarUrl={ownDashboard.avatarUrl} />}
      </div>
    </div>
  );
}

const NEED_LABELS: Record<MatchNeed, { text: Message; label: Message }> = {
  languages: { text: messages.missingLanguages, label: messages.addLanguage },
  hours: { text: messages.missingHours, label: messages.setAvailability },
};

/** A notice that a published profile can't get any matches, shown until the cause is fixed. */
function NoMatchSection({ missing }: { missing: NonNullable<Dashboard['missing']> }) {
  const t = useTranslator();
  const { text, label } = NEED_LABELS[missing];
  return (
    <Notice
      tone="gold"
      title={getDashboard(t).unmatched}
      action={
        <ButtonLink to={`${paths.editProfile}#section-${MATCH_NEEDS[missing]}`} size="sm" variant="secondary">
          {t(label)}
        </ButtonLink>
      }
    >
      {t(text)}
    </Notice>
  );
}

function WaitingSection({ mine: { waiting } }: { mine: Dashboard }) {
  const { title, empty, emptyHint } = getDashboard(useTranslator()).waiting;
  return (
    <section className="panel panel-md stack" aria-labelledby="waiting">
      <div className="flex items-center gap-3">
        <h2 id="waiting" className="text-lg">
          {title}
        </h2>
        {waiting.length > 0 && (
          <Badge tone="orange" solid>
            {waiting.length}
          </Badge>
        )}
      </div>
      {waiting.length === 0 ? (
        <p className="text-muted">
          {empty} {emptyHint}
        </p>
      ) : (
        <WaitingList rows={waiting} />
      )}
    </section>
  );
}

export const HydrateFallback = () => {
  const t = useTranslator();
  return <UmbrellaSkeleton label={t(messages.dashboardLoading)} />;
};
