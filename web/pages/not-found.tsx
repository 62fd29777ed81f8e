import { data } from 'react-router';
import { NotFound } from '../shell/not-found-page.tsx';

/** Any path that no route takes; the answer says 404 so that search engines forget it. */
export function loader() {
  return data(null, { status: 404 });
}

export const meta = () => [{ title: 'Cosmic Route Not Found · Planet Crew' }, { name: 'robots', content: 'noindex' }];

export default NotFound;
