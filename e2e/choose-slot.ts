import { createHash } from 'node:crypto';
import { test } from '@playwright/test';

let choices = 0;

/**
 * Returns the index of a free time to book. Tests and viewports run in parallel and each time can be booked only once,
 * so the choice depends on the test's title, viewport and attempt. It's the same in every run.
 */
export function chooseSlot(count: number): number {
  const { project, titlePath, retry } = test.info();
  choices += 1;
  const seed = [project.name, ...titlePath, retry, choices].join(' ');
  return createHash('sha256').update(seed).digest().readUInt32BE() % count;
}
