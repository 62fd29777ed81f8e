import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getGeneralFaq } from '../../../content/faqs/general.ts';
import { paths } from '../../../content/paths.ts';
import { getPhoneConciergeTexts } from '../../../content/phone-concierge-content.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { serverApi, unwrap } from '../../../web/api-client.ts';
import { getPageMetadata } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import * as messages from '../site.messages.ts';
import { ContactSupport } from '../ui/contact-support.tsx';
import { toFaqData } from '../ui/faq-data.ts';
import { FaqList } from '../ui/faq-list.tsx';
import '../ui/site.css';

export async function loader({ context }: LoaderFunctionArgs) {
  const { phone_concierge } = await unwrap(serverApi(context).api.site.$get());
  const items = getGeneralFaq(readerTranslator).map((item) =>
    item.id === 'phone' && !phone_concierge
      ? { ...item, answer: getPhoneConciergeTexts(readerTranslator).closed }
      : item,
  );
  return { page: { ...getPageMetadata(paths.faq), jsonLd: toFaqData(items) }, items };
}

export const shouldRevalidate = () => false;
export const meta = createPageHead;

export default function Faq() {
  const t = useTranslator();
  const { page, items } = useLoaderData<typeof loader>();
  return (
    <div className="page-limb">
      <div className="page-narrow pb-12">
        <PageTitle title={page.title} lead={t(messages.faqLead)} />
        <FaqList items={items} name="faq" />
        <ContactSupport />
      </div>
    </div>
  );
}
