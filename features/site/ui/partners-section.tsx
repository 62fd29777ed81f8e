import type { Partner } from '../../../content/schema/people-schema.ts';

type PartnersSectionProps = {
  title: string;
  line: string;
  note: string;
  partners: Pick<Partner, 'id' | 'name' | 'url' | 'logo' | 'alt'>[];
};

const hide = (event: React.SyntheticEvent<HTMLImageElement>) => {
  event.currentTarget.style.visibility = 'hidden';
};

/** Ten marks in a grid, and the same marks drifting by as decoration. */
export function PartnersSection({ title, line, note, partners }: PartnersSectionProps) {
  return (
    <section id="partners" className="section" aria-labelledby="partners-title">
      <div className="page">
        <div className="section-head">
          <div className="section-text">
            <h2 id="partners-title">{title}</h2>
            <p className="lead">{line}</p>
          </div>
        </div>
        <ul className="marks">
          {partners.map((partner) => (
            <li key={partner.id}>
              <a href={partner.url} target="_blank" rel="noopener noreferrer" className="mark">
                <img src={partner.logo} alt="" width={80} height={80} loading="lazy" onError={hide} />
                <span>{partner.name}</span>
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
        <p className="mt-4 text-sm text-balance text-mist">{note}</p>
      </div>
      <div className="marquee" aria-hidden="true">
        <div className="marquee-belt">
          {[...partners, ...partners].map((partner, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the belt carries each mark twice and never changes
            <img key={index} src={partner.logo} alt="" width={56} height={56} loading="lazy" onError={hide} />
          ))}
        </div>
      </div>
    </section>
  );
}
