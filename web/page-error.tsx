import { type ComponentType, lazy, Suspense } from 'react';
import { isRouteErrorResponse, Navigate, useLocation, useRouteError } from 'react-router';
import { paths } from '../content/paths.ts';
import type { Translator } from '../messages/translator.ts';
import { useTranslator } from '../messages/use-translator.tsx';
import { ApiError, toErrorMessage } from './api-client.ts';
import { ErrorState } from './ui/error-state.tsx';
import * as messages from './web.messages.ts';

/** Loaded on demand, because few pages are missing or fail. */
const NotFound = lazy(async () => ({ default: (await import('./shell/not-found-page.tsx')).NotFound }));

/** Renders nothing if it doesn't load, because that may have the same cause as the error. */
const SupportLink = lazy<ComponentType<{ page: string; error: unknown }>>(() =>
  import('./page-error-support.tsx').then(
    ({ PageErrorSupport }) => ({ default: PageErrorSupport }),
    () => ({ default: () => null }),
  ),
);

const reloadPage = () => window.location.reload();

/** Shows the 404 page, or an error with a button to retry. */
export function PageError() {
  const t = useTranslator();
  const error = useRouteError();
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    );
  }
  // The session ended while the page was loading. Signing in again leads back to the page.
  if (error instanceof ApiError && error.status === 401) {
    return <Navigate to={paths.authReturningTo(pathname + search)} replace />;
  }
  const message = getErrorMessage(t, error);
  return (
    <div className="page py-8 sm:py-16">
      <title>{t(messages.errorPageTitle)}</title>
      <ErrorState
        heading="h1"
        onRetry={reloadPage}
        action={
          <Suspense>
            <SupportLink page={pathname} error={error} />
          </Suspense>
        }
      >
        {message}
      </ErrorState>
    </div>
  );
}

/**
 * Returns the message from the loader (see `toPageError`) or the API. Messages of other errors aren't written for
 * users.
 */
function getErrorMessage(t: Translator, error: unknown): string {
  if (isRouteErrorResponse(error) && typeof error.data?.sentence === 'string') return error.data.sentence;
  return toErrorMessage(error, t(messages.pageLoadFailed));
}
