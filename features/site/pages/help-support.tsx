import { useLoaderData } from 'react-router';
import { getHelpFaq } from '../../../content/faqs/help.ts';
import { paths } from '../../../content/paths.ts';
import { getHelpTexts, getSupportCards } from '../../../content/site-pages/help-support-content.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { getPageFacts } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Section } from '../../../web/ui/section.tsx';
import { toFaqData } from '../ui/faq-data.ts';
import { FaqList } from '../ui/faq-list.tsx';
import { SupportCards } from '../ui/support-cards.tsx';
import '../ui/site.css';

export function loader() {
  const items = getHelpFaq(readerTranslator);
  return {
    page: { ...getPageFacts(paths.help), jsonLd: toFaqData(items) },
    texts: getHelpTexts(readerTranslator),
    cards: getSupportCards(readerTranslator),
    items,
  };
}

export const shouldRevalidate = () => false;
export const meta = createPageHead;

export default function HelpSupport() {
  const { texts, cards, items } = useLoaderData<typeof loader>();
  return (
    <div className="page-limb">
      <div className="page pb-12">
        <PageTitle
          title={texts.title}
          lead={texts.line}
          breadcrumb={texts.breadcrumb.map(({ label, href }) => ({ label, to: href }))}
        />
        <SupportCards cards={cards} />
        <Notice tone="cyan" icon="voice" title={texts.voiceOnly.title} className="mt-6">
          {texts.voiceOnly.text}
        </Notice>
        <Section title={texts.faqTitle}>
          <FaqList items={items} name="help-faq" />
          <p className="stack mt-4 items-start gap-1">
            <ButtonLink variant="ghost" icon="help" className="btn-flush text-start" to={texts.moreAnswers.href}>
              {texts.moreAnswers.label}
            </ButtonLink>
            <ButtonLink variant="ghost" icon="book" className="btn-flush text-start" to={paths.apiReference}>
              {texts.forPrograms}
            </ButtonLink>
          </p>
        </Section>
      </div>
    </div>
  );
}
