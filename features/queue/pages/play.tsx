import { PlayPanel } from '../ui/play-panel.tsx';
import { refreshQueue } from '../ui/queue-here.ts';

/** The part of the page of proposals that comes from the queue; whoever is not signed in is led away by the page itself. */
export async function clientLoader() {
  // Where it could not be read the panel says so, with a way to try again.
  await refreshQueue().catch(() => {});
  return null;
}

export default function Play() {
  return <PlayPanel />;
}
