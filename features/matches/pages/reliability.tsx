import { useLoaderData, useRevalidator } from 'react-router';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { ReliabilityPanel } from '../ui/reliability-panel.tsx';

/** The part of the standing page that comes from matches; whoever is not signed in is led away by the page itself. */
export async function clientLoader() {
  return { reliability: await unwrap(browserApi().api.reliability.$get()).catch(() => null) };
}

export default function OwnReliability() {
  const { reliability } = useLoaderData<typeof clientLoader>();
  const revalidator = useRevalidator();
  if (!reliability) return null;
  return (
    <div className="pt-8">
      <ReliabilityPanel reliability={reliability} onChange={() => void revalidator.revalidate()} />
    </div>
  );
}
