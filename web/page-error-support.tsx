import { isRouteErrorResponse } from 'react-router';
import { paths } from '../content/paths.ts';
import { ApiError } from './api-client.ts';
import { SupportLink } from './support-link.tsx';

/** Links to the support form, with the page that failed and the reference of its error. */
export function PageErrorSupport({ page, error }: { page: string; error: unknown }) {
  return <SupportLink to={paths.helpFrom(page, getReference(error))} />;
}

/** Returns the id of the failed request, which support can look up in the log. */
function getReference(error: unknown): string | undefined {
  if (isRouteErrorResponse(error)) return error.data?.reference;
  return error instanceof ApiError ? error.reference : undefined;
}
