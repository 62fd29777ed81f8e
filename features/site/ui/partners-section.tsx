import type { Partner } from '../../../content/schema/people-schema.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import * as messages from '../site.messages.ts';
import { Band } from './band.tsx';
import { PartnerMark } from './partner-mark.tsx';

type PartnersSectionProps = {
  title: string;
  line: string;
  partners: Pick<Partner, 'id' | 'name' | 'url' | 'logo' | 'alt'>[];
};

/** Ten marks in a grid, with the same marks scrolling by as decoration. */
export function PartnersSection({ title, line, partners }: PartnersSectionProps) {
  const t = useTranslator();
  return (
    <Band
      id="partners"
      title={title}
      lead={line}
      after={
        <div className="marquee" aria-hidden="true">
          <div className="marquee-belt">
            {[...partners, ...partners].map((partner, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list has every mark twice and never changes
              <PartnerMark key={index} src={partner.logo} size={48} />
            ))}
          </div>
        </div>
      }
    >
      <ul className="marks">
        {partners.map((partner) => (
          <li key={partner.id}>
            <a href={partner.url} target="_blank" rel="noopener noreferrer" className="mark">
              <PartnerMark src={partner.logo} size={64} />
              <span>{partner.name}</span>
              <span className="sr-only"> {t(messages.opensInNewTab)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Band>
  );
}
