import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import * as messages from '../site.messages.ts';

type Feature = { id: string; title: string; text: string };
const SEATS = ['PG', 'SG', 'SF', 'PF', 'C'];

/** Five features along one orbit, one for each spot. */
export function FeatureOrbit({ title, features }: { title: string; features: readonly Feature[] }) {
  const t = useTranslator();
  return (
    <section className="section" aria-labelledby="features">
      <div className="section-head">
        <h2 id="features">{title}</h2>
        <ButtonLink to={paths.find} variant="ghost" iconEnd="arrow-right" className="btn-flush">
          {t(messages.browseDirectory)}
        </ButtonLink>
      </div>
      <ul className="features">
        {features.map((feature, index) => (
          <li key={feature.id} className="feature">
            <span className="feature-seat" aria-hidden="true">
              {SEATS[index]}
            </span>
            <div>
              <h3>{feature.title}</h3>
              <p className="text-muted">{feature.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
