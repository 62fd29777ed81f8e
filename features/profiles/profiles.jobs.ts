import type { JobKind } from '../../server/deps.ts';
import { TIMETABLE } from '../../server/timetable.ts';
import { withdrawUnpublishedProfiles } from './publication.commands.ts';

export const profileJobs: JobKind[] = [
  {
    name: 'withdraw-unpublished',
    cron: TIMETABLE['withdraw-unpublished'],
    run: async (deps, _data, signal) => {
      await withdrawUnpublishedProfiles(deps, signal);
    },
  },
];
