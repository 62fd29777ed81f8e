import { Fragment, useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { COMMA } from '../../../messages/lists.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { requireSignedIn } from '../../../web/guards.ts';
import { PageLoadError } from '../../../web/page-load-error.tsx';
import { createPageMeta } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { ONBOARDING_STEPS } from '../onboarding-steps.schema.ts';
import * as messages from '../profiles.messages.ts';
import type { OwnProfile } from '../profiles.schema.ts';
import { ProfileSection } from '../ui/profile-section.tsx';
import { readOwnProfile } from '../ui/read-own-profile.ts';
import { STEP_VIEWS } from '../ui/step-views.ts';
import { useProfileSections } from '../ui/use-profile-sections.ts';

/** Lists the page's sections: the onboarding steps, without publishing in the last one. */
const listSections = (t: Translator) =>
  ONBOARDING_STEPS.map(({ key, title, lead }) =>
    key === 'publish'
      ? { key, title: t(messages.aboutSection), lead: t(messages.aboutSectionLead) }
      : { key, title: t(title), lead: t(lead) },
  );

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return { profile: await readOwnProfile().catch(() => null) };
}

export function meta({ matches }: MetaArgs) {
  const description = readerTranslator(messages.editProfileMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.editProfileMetaTitle),
    description,
    path: paths.editProfile,
    index: false,
  });
}

function Title() {
  const t = useTranslator();
  return (
    <PageTitle
      title={t(messages.editProfileTitle)}
      kicker={t(messages.editProfileKicker)}
      lead={t(messages.editProfileLead)}
      className="pb-0"
      actions={
        <ButtonLink to={paths.onboarding} size="sm" variant="ghost">
          {t(messages.goStepByStep)}
        </ButtonLink>
      }
    />
  );
}

/** The user's own profile on one page, for those who've finished onboarding or don't want steps. */
export default function EditProfilePage() {
  const t = useTranslator();
  const { profile } = useLoaderData<typeof clientLoader>();
  return (
    <div className="page stack-lg pb-16">
      <Title />
      {profile ? (
        <Sections key={profile.id} first={profile} />
      ) : (
        <PageLoadError title={t(messages.profileLoadFailed)}>{t(messages.profileLoadHint)}</PageLoadError>
      )}
    </div>
  );
}

function Sections({ first }: { first: OwnProfile }) {
  const t = useTranslator();
  const form = useProfileSections(first);
  const [lookingSettings, setLooking] = useState(first.looking);
  const sections = listSections(t);
  const unsavedSections = sections.filter(({ key }) => form.unsaved(key));
  return (
    <>
      {!form.profile.published && (
        <Notice
          tone="gold"
          title={t(messages.notPublishedTitle)}
          action={
            <ButtonLink size="sm" variant="secondary" to={`${paths.onboarding}?step=${ONBOARDING_STEPS.length}`}>
              {t(messages.reviewAndPublish)}
            </ButtonLink>
          }
        >
          {t(messages.notPublishedHint)}
        </Notice>
      )}
      <p role="status" className={unsavedSections.length > 0 ? 'text-gold' : 'sr-only'}>
        {unsavedSections.length > 0 && (
          <span>
            <RichMessage
              message={messages.notSavedYet}
              values={{ sections: () => <SectionLinks sections={unsavedSections} /> }}
            />
          </span>
        )}
      </p>
      {sections.map(({ key, title: name, lead }) => (
        <ProfileSection
          key={key}
          section={key}
          title={name}
          lead={lead}
          form={form}
          view={STEP_VIEWS[key]}
          looking={{ looking: lookingSettings, onLooking: setLooking }}
        />
      ))}
    </>
  );
}

function SectionLinks({ sections }: { sections: ReturnType<typeof listSections> }) {
  return (
    <span>
      {sections.map(({ key, title }, index) => (
        <Fragment key={key}>
          {index > 0 && <span>{COMMA}</span>}
          <Link to={`#section-${key}`}>{title}</Link>
        </Fragment>
      ))}
    </span>
  );
}

export function HydrateFallback() {
  const t = useTranslator();
  return (
    <div className="page stack-lg pb-16">
      <Title />
      <SkeletonRegion label={t(messages.profileLoading)}>
        <Skeleton shape="block" className="mb-4 h-72" />
        <Skeleton shape="block" className="h-72" />
      </SkeletonRegion>
    </div>
  );
}
