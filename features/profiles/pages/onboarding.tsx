import { useEffect } from 'react';
import {
  type ClientLoaderFunctionArgs,
  type MetaArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from 'react-router';
import { paths, toSafeReturnPath } from '../../../content/paths.ts';
import { profilesSeo } from '../../../content/seo/profiles-seo.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { requireSignedIn } from '../../../web/guards.ts';
import { PageLoadError } from '../../../web/page-load-error.tsx';
import { createPageMeta } from '../../../web/page-meta.ts';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import * as messages from '../profiles.messages.ts';
import { OnboardingForm } from '../ui/onboarding-form.tsx';
import { readOwnProfile } from '../ui/read-own-profile.ts';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return { profile: await readOwnProfile().catch(() => null) };
}

/** Skips reloading the profile between steps, because the form holds the input. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate;
}

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, { ...profilesSeo[paths.onboarding](readerTranslator), path: paths.onboarding });
}

function Title() {
  const t = useTranslator();
  return <PageTitle title={t(messages.onboardingTitle)} className="pb-8" />;
}

export default function OnboardingPage() {
  const t = useTranslator();
  const { profile } = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const hasFailed = profile === null;

  useEffect(() => {
    if (hasFailed)
      showToast({ title: t(messages.errorTitle), description: t(messages.profileLoadFailed), tone: 'error' });
  }, [hasFailed, t]);

  const step = Number(address.get('step'));
  return (
    <div className="page max-w-4xl pb-16">
      <Title />
      {profile ? (
        <OnboardingForm
          key={profile.id}
          profile={profile}
          requestedStep={step > 0 ? step - 1 : undefined}
          onPublished={() => void navigate(toSafeReturnPath(address.get('next')) ?? paths.find)}
        />
      ) : (
        <PageLoadError title={t(messages.profileLoadFailed)}>{t(messages.profileLoadHint)}</PageLoadError>
      )}
    </div>
  );
}

export function HydrateFallback() {
  const t = useTranslator();
  return (
    <div className="page max-w-4xl pb-16">
      <Title />
      <SkeletonRegion label={t(messages.profileLoading)}>
        <Skeleton className="mb-8 h-12 w-full" />
        <Panel padding="lg" className="grid gap-6 sm:grid-cols-2">
          <Skeleton className="h-8 w-40 sm:col-span-2" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
        </Panel>
      </SkeletonRegion>
    </div>
  );
}
