import type { JobKind } from '../../server/deps.ts';
import { importLinkedPicture, LINKED_PICTURE_JOB } from './linked-pictures.commands.ts';
import { sweepGarbage } from './storage-objects.commands.ts';

const linkedPicture: JobKind<{ userId: string; picture: string }> = {
  name: LINKED_PICTURE_JOB,
  retryLimit: 3,
  run: (deps, data, signal) => importLinkedPicture(deps, data, signal),
};

/** Deletes blobs that no row references, every hour. */
const assetsSweep: JobKind = {
  name: 'assets-sweep',
  run: async (deps, _data, signal) => {
    while ((await sweepGarbage(deps, signal)) > 0 && !signal.aborted);
  },
};

export const assetJobs = [assetsSweep, linkedPicture as JobKind];
