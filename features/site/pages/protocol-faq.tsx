import { useLoaderData } from 'react-router';
import { getProtocolFaq } from '../../../content/faqs/protocol-faq.ts';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getPageMetadata } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import * as messages from '../site.messages.ts';
import { ContactSupport } from '../ui/contact-support.tsx';
import { toFaqData } from '../ui/faq-data.ts';
import { FaqList } from '../ui/faq-list.tsx';
import '../ui/site.css';

export function loader() {
  const items = getProtocolFaq(readerTranslator);
  return { page: { ...getPageMetadata(paths.protocolFaq), jsonLd: toFaqData(items) }, items };
}

export const shouldRevalidate = () => false;
export const meta = createPageHead;

export default function ProtocolFaq() {
  const t = useTranslator();
  const { page, items } = useLoaderData<typeof loader>();
  return (
    <div className="page-limb">
      <div className="page-narrow pb-12">
        <PageTitle
          title={page.title}
          lead={t(messages.protocolFaqLead)}
          breadcrumb={[{ label: t(messages.protocol), to: paths.protocol }, { label: t(messages.faq) }]}
        />
        <FaqList items={items} name="protocol-faq" />
        <ContactSupport />
      </div>
    </div>
  );
}
