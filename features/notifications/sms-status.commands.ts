import { readSmsConfig, readStatusReport } from '../../integrations/sms/sms.client.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { getSmsStatusUrl } from './channels.commands.ts';
import { markUndelivered } from './delivery.commands.ts';
import * as messages from './notifications.messages.ts';

/**
 * Handles a text message's delivery status. If it didn't arrive, another channel is used.
 * @throws Refusal when the vendor hasn't signed it
 */
export async function handleSmsStatusWebhook(
  deps: Deps,
  deliveryId: string,
  form: URLSearchParams,
  signature: string,
): Promise<void> {
  const config = readSmsConfig(deps.env);
  if (!config) throw new Refusal('unavailable', messages.smsNotSetUp);
  const read = readStatusReport(config, getSmsStatusUrl(deps, deliveryId), form, signature);
  if (!read) throw new Refusal('forbidden', messages.smsReportUnsigned);
  const { failure } = read;
  if (!failure) return;
  const why = failure.outcome === 'closed' ? failure.why : undefined;
  await markUndelivered(deps, deliveryId, { error: failure.error, why });
}
