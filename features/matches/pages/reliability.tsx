import { useLoaderData } from 'react-router';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { ReliabilityPanel } from '../ui/reliability-panel.tsx';

/** Loads the match-related part of the account status page. The page itself redirects signed-out users. */
export async function clientLoader() {
  return { reliability: await unwrap(browserApi().api.reliability.$get()).catch(() => null) };
}

export default function OwnReliability() {
  const { reliability } = useLoaderData<typeof clientLoader>();
  if (!reliability) return null;
  return (
    <div className="pt-8">
      <ReliabilityPanel reliability={reliability} />
    </div>
  );
}
