import type { JobKind } from '../../server/deps.ts';
import { tellWhatLasted } from './sessions/squad-session-standing.commands.ts';

export const squadJobs: JobKind[] = [
  { name: 'tell-what-lasted', cron: '* * * * *', run: (deps, _data, signal) => tellWhatLasted(deps, signal) },
];
