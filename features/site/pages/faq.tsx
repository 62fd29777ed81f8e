import { useLoaderData } from 'react-router';
import { generalFaq } from '../../../content/faqs/general.ts';
import { paths } from '../../../content/paths.ts';
import { pageFacts } from '../../../web/page-facts.ts';
import { headOfPage } from '../../../web/page-meta.ts';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { faqData } from '../ui/faq-data.ts';
import { FaqList } from '../ui/faq-list.tsx';
import { StillStuck } from '../ui/still-stuck.tsx';
import '../ui/site.css';

export function loader() {
  return { page: { ...pageFacts(paths.faq), jsonLd: faqData(generalFaq) }, items: generalFaq };
}

export const shouldRevalidate = () => false;
export const meta = headOfPage;

export default function Faq() {
  const { page, items } = useLoaderData<typeof loader>();
  return (
    <div className="page-limb">
      <div className="page-narrow pb-12">
        <PageTitle title={page.title} lead="Ten short answers. Open one, close it, open the next." />
        <FaqList items={items} name="faq" />
        <StillStuck />
      </div>
    </div>
  );
}
