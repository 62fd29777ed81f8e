import { useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { PageLoadError } from '../../../web/page-load-error.tsx';
import { createPageMeta } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { ONBOARDING_STEPS } from '../onboarding-steps.schema.ts';
import type { OwnProfile } from '../profiles.schema.ts';
import { ProfileSection } from '../ui/profile-section.tsx';
import { readOwnProfile } from '../ui/read-own-profile.ts';
import { STEP_VIEWS } from '../ui/step-views.ts';
import { useProfileSections } from '../ui/use-profile-sections.ts';

/** The sections are the onboarding steps, except that the last one doesn't publish here. */
const SECTIONS = ONBOARDING_STEPS.map((step) =>
  step.key === 'publish' ? { ...step, title: 'About you', lead: 'A few words, and your card in the directory.' } : step,
);

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return { profile: await readOwnProfile().catch(() => null) };
}

export function meta({ matches }: MetaArgs) {
  const description = 'Everything about you as a player, section by section.';
  return createPageMeta(matches, { title: 'Player profile', description, path: paths.editProfile, index: false });
}

const title = (
  <PageTitle
    title="Player profile"
    kicker="Account"
    lead="Save each section on its own. Unsaved changes stay in this browser."
    className="pb-0"
    actions={
      <ButtonLink to={paths.onboarding} size="sm" variant="ghost">
        Go step by step
      </ButtonLink>
    }
  />
);

/** The user's own profile on one page, for those who've finished onboarding or don't want steps. */
export default function EditProfilePage() {
  const { profile } = useLoaderData<typeof clientLoader>();
  return (
    <div className="page stack-lg pb-16">
      {title}
      {profile ? (
        <Sections key={profile.id} first={profile} />
      ) : (
        <PageLoadError title="Failed to load profile">Your profile is safe. Try again in a moment.</PageLoadError>
      )}
    </div>
  );
}

function Sections({ first }: { first: OwnProfile }) {
  const form = useProfileSections(first);
  const [looking, setLooking] = useState(first.looking);
  const waiting = SECTIONS.filter(({ key }) => form.unsaved(key));
  return (
    <>
      {!form.profile.published && (
        <Notice
          tone="gold"
          title="Your profile isn't in the directory"
          action={
            <ButtonLink size="sm" variant="secondary" to={`${paths.onboarding}?step=${ONBOARDING_STEPS.length}`}>
              Review and publish
            </ButtonLink>
          }
        >
          Until you publish it, players can't find you and we can't match you.
        </Notice>
      )}
      <p role="status" className={waiting.length > 0 ? 'text-gold' : 'sr-only'}>
        {waiting.length > 0 && (
          <>
            Not saved yet:{' '}
            {waiting.map(({ key, title: name }, at) => (
              <span key={key}>
                {at > 0 && <span>{', '}</span>}
                <Link to={`#section-${key}`}>{name}</Link>
              </span>
            ))}
            .
          </>
        )}
      </p>
      {SECTIONS.map(({ key, title: name, lead }) => (
        <ProfileSection
          key={key}
          section={key}
          title={name}
          lead={lead}
          form={form}
          view={STEP_VIEWS[key]}
          looking={{ looking, onLooking: setLooking }}
        />
      ))}
    </>
  );
}

export function HydrateFallback() {
  return (
    <div className="page stack-lg pb-16">
      {title}
      <SkeletonRegion label="Loading your profile">
        <Skeleton shape="block" className="mb-4 h-72" />
        <Skeleton shape="block" className="h-72" />
      </SkeletonRegion>
    </div>
  );
}
