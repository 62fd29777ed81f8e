import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { siteSeo } from '../../../content/seo/site-seo.ts';
import { getCrewDna } from '../../../content/umbrella/onboarding-content.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import * as messages from '../site.messages.ts';
import { CrewDnaForm } from '../ui/crew-dna-form.tsx';
import { UmbrellaSkeleton } from '../ui/umbrella-skeleton.tsx';
import '../ui/site.css';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return unwrap(browserApi().api['crew-dna'].$get());
}

export const meta = ({ matches }: MetaArgs) =>
  createPageMeta(matches, { ...siteSeo[paths.crewDna](readerTranslator), path: paths.crewDna });

export default function CrewDna() {
  const texts = getCrewDna(useTranslator());
  const { answers } = useLoaderData<typeof clientLoader>();
  return (
    <div className="page-limb">
      <div className="page-narrow pb-12">
        <PageTitle title={texts.title} lead={texts.line} />
        <CrewDnaForm saved={answers} />
      </div>
    </div>
  );
}

export const HydrateFallback = () => {
  const t = useTranslator();
  return <UmbrellaSkeleton label={t(messages.crewDnaLoading)} />;
};
