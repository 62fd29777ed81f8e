import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { siteSeo } from '../../../content/seo/site-seo.ts';
import { getBuildAssistant, getToolsPage } from '../../../content/umbrella/tools-content.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { PageLoadError } from '../../../web/page-load-error.tsx';
import { createPageMeta } from '../../../web/page-meta.ts';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import * as messages from '../site.messages.ts';
import { BuildAssistant } from '../ui/build-assistant.tsx';
import { LogoGenerator } from '../ui/logo-generator.tsx';
import { ProgressTracker } from '../ui/progress-tracker.tsx';
import { SavedBuilds } from '../ui/saved-builds.tsx';
import { UmbrellaSkeleton } from '../ui/umbrella-skeleton.tsx';
import '../ui/site.css';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const { api } = browserApi();
  const [ownData, progress, savedBuilds, conversation] = await Promise.all([
    unwrap(api.dashboard.$get()),
    unwrap(api.milestones.$get()),
    unwrap(api.builds.$get()),
    // The other tools work without the assistant's conversation.
    unwrap(api['build-advice'].$get()).catch(() => null),
  ]);
  return { plan: ownData.plan, isAdmin: ownData.isAdmin, progress, saved: savedBuilds, conversation };
}

export const meta = ({ matches }: MetaArgs) =>
  createPageMeta(matches, { ...siteSeo[paths.tools](readerTranslator), path: paths.tools });

export default function Tools() {
  const t = useTranslator();
  const texts = getToolsPage(t);
  const { plan, isAdmin, progress: initialProgress, saved, conversation } = useLoaderData<typeof clientLoader>();
  const [builds, setBuilds] = useState(saved);
  const [progress, setProgress] = useState(initialProgress);
  return (
    <div className="page-limb">
      <div className="page pb-12">
        <PageTitle title={texts.title} lead={texts.line} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start">
          {conversation ? (
            <BuildAssistant start={conversation} onSaved={setBuilds} />
          ) : (
            <PageLoadError title={getBuildAssistant(t).notLoaded}>{getBuildAssistant(t).notLoadedText}</PageLoadError>
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <ProgressTracker progress={progress} onChange={setProgress} />
            <SavedBuilds
              builds={builds.builds}
              hasPro={plan !== 'Free'}
              onChange={setBuilds}
              onProgress={setProgress}
            />
          </div>
        </div>
        <LogoGenerator isAdmin={isAdmin} />
      </div>
    </div>
  );
}

export const HydrateFallback = () => {
  const t = useTranslator();
  return <UmbrellaSkeleton label={t(messages.toolsLoading)} />;
};
