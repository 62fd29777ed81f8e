import { isRouteErrorResponse, useRouteError } from 'react-router';
import { NotFound } from './shell/not-found.tsx';
import { ErrorState } from './ui/error-state.tsx';

const reload = () => window.location.reload();

/** What a page shows when it could not be made: nothing at this address, or a fault with a way to try again. */
export function PageError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  const message = error instanceof Error && error.message ? error.message : 'This page could not be loaded.';
  return (
    <div className="page">
      <title>Something went wrong · Planet Crew</title>
      <ErrorState onRetry={reload}>{message}</ErrorState>
    </div>
  );
}
