import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
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
import { SaveBar } from '../ui/save-bar.tsx';
import { STEP_VIEWS } from '../ui/step-views.ts';
import { useOpenSections } from '../ui/use-open-sections.ts';
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
  const openSections = useOpenSections();
  const form = useProfileSections(first, openSections.open);
  const [lookingSettings, setLooking] = useState(first.looking);
  const sections = listSections(t);
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
      <div className="stack">
        {sections.map(({ key, title, lead }) => (
          <ProfileSection
            key={key}
            section={key}
            title={title}
            lead={lead}
            form={form}
            sections={openSections}
            view={STEP_VIEWS[key]}
            looking={{ looking: lookingSettings, onLooking: setLooking }}
          />
        ))}
      </div>
      <SaveBar sections={sections.filter(({ key }) => form.unsaved(key))} onSave={form.save} onDiscard={form.discard} />
    </>
  );
}

export function HydrateFallback() {
  const t = useTranslator();
  return (
    <div className="page stack-lg pb-16">
      <Title />
      <SkeletonRegion label={t(messages.profileLoading)}>
        {ONBOARDING_STEPS.map(({ key }) => (
          <Skeleton key={key} shape="block" className="mb-4 h-20" />
        ))}
      </SkeletonRegion>
    </div>
  );
}
