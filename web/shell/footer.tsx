import { Link } from 'react-router';
import { getNavigation } from '../../content/navigation-links.ts';
import { paths } from '../../content/paths.ts';
import type { Navigation } from '../../content/schema/page-schema.ts';
import { getFooterTexts, site } from '../../content/site.ts';
import type { Translator } from '../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../messages/use-translator.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import type { IconName } from '../ui/icon.tsx';
import { ZoneNote } from '../ui/zone-note.tsx';
import { HomeLink } from './home-link.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { type Account, hrefToPath, type SocialLinks } from './navigation.ts';
import * as messages from './shell.messages.ts';
import { ThemeButton } from './theme-button.tsx';

/** Returns links to the header's pages that aren't already among the quick links. */
const listCompanyLinks = (t: Translator, { header, footer }: Navigation) =>
  [...header, { label: t(messages.faq), href: paths.protocolFaq }].filter(
    ({ href }) => !footer.quick.some((quick) => quick.href === href),
  );

const socialIcons: readonly IconName[] = ['post', 'users', 'voice'];

/** Signed-in users also get the links that visitors have in the header. */
export function Footer({ social, account, demo }: { social: SocialLinks; account?: Account; demo?: boolean }) {
  const t = useTranslator();
  const navigation = getNavigation(t);
  const { tagline, independence, beta } = getFooterTexts(t);
  const addresses = [social.follow, social.community, social.chat];
  return (
    <footer className="footer">
      <div className="horizon" aria-hidden="true" />
      <div className="footer-ground">
        <div className="page footer-grid">
          <div className="stack">
            <HomeLink />
            <p className="text-muted">{tagline}</p>
            <Link to={hrefToPath(navigation.footer.help.href)} className="footer-link">
              {navigation.footer.help.label}
            </Link>
          </div>
          <nav aria-labelledby="footer-quick">
            <h2 id="footer-quick" className="footer-title">
              {navigation.footer.quickTitle}
            </h2>
            <ul className="footer-quick">
              {navigation.footer.quick.map((item) => (
                <li key={item.href}>
                  <Link to={hrefToPath(item.href)} className="footer-link">
                    {item.label}
                  </Link>
                </li>
              ))}
            </ul>
            {account && (
              <ul className="footer-quick footer-umbrella" aria-label={site.name}>
                {listCompanyLinks(t, navigation).map((item) => (
                  <li key={item.href}>
                    <Link to={hrefToPath(item.href)} className="footer-link">
                      {item.label}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </nav>
          <div className="footer-social">
            {navigation.footer.social.map((item, index) => (
              <ButtonLink
                key={item.label}
                href={addresses[index] ?? item.href}
                variant="secondary"
                size="sm"
                icon={socialIcons[index]}
              >
                {item.label}
              </ButtonLink>
            ))}
          </div>
        </div>
        <div className="page footer-end">
          {/* A page cached over New Year shows the old year until the browser hydrates it. */}
          <p suppressHydrationWarning>
            © {new Date().getFullYear()} {site.copyrightHolder}. {beta}
          </p>
          <p>{independence}</p>
          <div className="footer-choices">
            <LanguageSwitch />
            <ThemeButton />
          </div>
          <ZoneNote changedAt={`${paths.editProfile}#section-basics`} />
          {demo && (
            <p>
              <RichMessage
                message={messages.demoFooter}
                values={{
                  link: (children) => (
                    <a href={paths.sandbox} className="underline">
                      {children}
                    </a>
                  ),
                }}
              />
            </p>
          )}
        </div>
      </div>
    </footer>
  );
}
