import { useLoaderData } from 'react-router';
import { legalTabs, legalTexts } from '../../../content/legal/legal-tabs.ts';
import { paths } from '../../../content/paths.ts';
import { getPageFacts } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { LegalTabs } from '../ui/legal-tabs.tsx';
import '../ui/site.css';

export function loader() {
  return { page: getPageFacts(paths.legal), texts: legalTexts, tabs: legalTabs };
}

export const shouldRevalidate = () => false;
export const meta = createPageHead;

export default function Legal() {
  const { texts, tabs } = useLoaderData<typeof loader>();
  return (
    <div className="page-limb">
      <div className="page pb-12">
        <PageTitle title={texts.title} lead={texts.line} />
        <LegalTabs tabs={tabs} />
        <p className="mt-10 text-sm text-mist">{texts.notice}</p>
      </div>
    </div>
  );
}
