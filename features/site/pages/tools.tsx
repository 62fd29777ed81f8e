import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { seo } from '../../../content/seo.ts';
import { toolsPage } from '../../../content/umbrella/tools.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { pageMeta } from '../../../web/page-meta.ts';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { BuildAssistant } from '../ui/build-assistant.tsx';
import { LogoGenerator } from '../ui/logo-generator.tsx';
import { ProgressTracker } from '../ui/progress-tracker.tsx';
import { UmbrellaSkeleton } from '../ui/umbrella-skeleton.tsx';
import '../ui/site.css';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const { api } = browserApi();
  const [mine, progress] = await Promise.all([unwrap(api.dashboard.$get()), unwrap(api.milestones.$get())]);
  return { plan: mine.plan, isAdmin: mine.isAdmin, progress };
}

export const meta = ({ matches }: MetaArgs) => pageMeta(matches, { ...seo[paths.tools], path: paths.tools });

export default function Tools() {
  const { plan, isAdmin, progress } = useLoaderData<typeof clientLoader>();
  return (
    <div className="page-limb">
      <div className="page pb-12">
        <PageTitle title={toolsPage.title} lead={toolsPage.line} />
        <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
          <BuildAssistant hasPro={plan !== 'Free'} />
          <ProgressTracker start={progress} />
        </div>
        <LogoGenerator isAdmin={isAdmin} />
      </div>
    </div>
  );
}

export const HydrateFallback = () => <UmbrellaSkeleton label="Loading your tools" />;
