import { data } from 'react-router';
import { NotFound } from '../shell/not-found-page.tsx';

/** Handles any path without a route; the 404 status makes search engines drop it. */
export function loader() {
  return data(null, { status: 404 });
}

export const meta = () => [{ title: 'Cosmic Route Not Found · Planet Crew' }, { name: 'robots', content: 'noindex' }];

export default NotFound;
