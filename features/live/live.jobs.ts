import type { JobKind } from '../../server/deps.ts';
import { clearTopics } from './live.queries.ts';

const KEPT_MS = 90 * 24 * 3_600_000;

export const liveJobs: JobKind[] = [
  { name: 'clear-live-topics', run: (deps) => clearTopics(deps.db, new Date(deps.now().getTime() - KEPT_MS)) },
];
