import { createHash } from 'node:crypto';
import { test } from '@playwright/test';

let choices = 0;

/**
 * Chooses one of so many free times. Tests and viewports run at once and each time can be taken only once, so the test's
 * title, viewport and attempt spread their choices. A repeated run makes the same ones.
 * @returns its index
 */
export function chooseSlot(count: number): number {
  const { project, titlePath, retry } = test.info();
  choices += 1;
  const seed = [project.name, ...titlePath, retry, choices].join(' ');
  return createHash('sha256').update(seed).digest().readUInt32BE() % count;
}
