import { useLoaderData } from 'react-router';
import { getPartnersTexts } from '../../../content/partners/partner-texts.ts';
import { getPartners } from '../../../content/partners/partners-content.ts';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { RichMessage } from '../../../messages/use-translator.tsx';
import { getPageMetadata } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import * as messages from '../site.messages.ts';
import { ActionLink } from '../ui/action-link.tsx';
import { PartnerMark } from '../ui/partner-mark.tsx';
import '../ui/site.css';

export function loader() {
  return {
    page: getPageMetadata(paths.partners),
    texts: getPartnersTexts(readerTranslator),
    partners: getPartners(readerTranslator).map(({ colors: _, ...partner }) => partner),
  };
}

export const shouldRevalidate = () => false;
export const meta = createPageHead;

export default function Partners() {
  const { texts, partners } = useLoaderData<typeof loader>();
  return (
    <div className="page-limb">
      <div className="page pb-12">
        <PageTitle title={texts.title} lead={texts.line} />
        <ul className="grid gap-4 sm:grid-cols-2">
          {partners.map((partner) => (
            <li key={partner.id} className="panel panel-md card partner">
              <PartnerMark src={partner.logo} alt={partner.alt} size={88} />
              <div className="grid gap-1 justify-items-start">
                <Badge>{partner.kind}</Badge>
                <h2 className="text-xl">{partner.name}</h2>
                <p className="text-muted">{partner.line}</p>
                <a href={partner.url} target="_blank" rel="noopener noreferrer" className="card-link door-go">
                  <RichMessage
                    message={messages.partnerLink}
                    values={{
                      action: texts.visit,
                      partner: partner.name,
                      hidden: (children) => <span className="sr-only">{children}</span>,
                    }}
                  />
                  <Icon name="external" size={16} />
                </a>
              </div>
            </li>
          ))}
        </ul>
        <p className="mt-6 text-sm text-muted">{texts.note}</p>
        <div className="panel panel-lg panel-seam call mt-10">
          <div className="stack gap-2">
            <h2 className="text-2xl">{texts.propose.title}</h2>
            <p className="text-muted">{texts.propose.text}</p>
          </div>
          <ActionLink action={texts.propose.action} />
        </div>
      </div>
    </div>
  );
}
