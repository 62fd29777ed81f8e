import { browserApi } from '../../../web/api-client.ts';
import { attempt } from '../../../web/use-action.ts';

/** Records that the user is 18 or has a parent or guardian who agrees. @returns whether it's saved */
export async function confirmAdult(): Promise<boolean> {
  const saved = await attempt(() => browserApi().api.account.adult.$post({ json: { adult: true } }));
  return saved !== undefined;
}
