import { useParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { useAuth } from '../../../web/auth-session.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import * as messages from '../profiles.messages.ts';

/**
 * The page of a profile that doesn't exist or isn't published. Shows its owner links to the profile and the account
 * status.
 */
export function ProfileNotFound() {
  const t = useTranslator();
  const { id } = useParams();
  const { user } = useAuth();
  const isOwnProfile = user !== null && user.id === id;
  return (
    <div className="page-limb">
      <div className="page pb-16">
        <PageTitle
          breadcrumb={[
            { label: t(messages.breadcrumbProtocol), to: paths.protocol },
            { label: t(messages.breadcrumbFind), to: paths.find },
            { label: t(messages.notFoundTitle) },
          ]}
          title={t(messages.notFoundTitle)}
          lead={isOwnProfile ? t(messages.notFoundOwn) : t(messages.notFoundExplanation)}
        />
        {isOwnProfile && (
          <div className="cluster pb-8">
            <ButtonLink to={paths.editProfile}>{t(messages.yourProfile)}</ButtonLink>
            <ButtonLink to={paths.accountStatus} variant="secondary">
              {t(messages.accountStatus)}
            </ButtonLink>
          </div>
        )}
        <ButtonLink
          to={paths.find}
          icon="arrow-left"
          {...(isOwnProfile ? { variant: 'ghost' as const, className: 'btn-flush' } : {})}
        >
          {t(messages.backToDirectory)}
        </ButtonLink>
      </div>
    </div>
  );
}
