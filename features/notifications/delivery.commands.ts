import { discordConfig, sendDiscordMessage } from '../../integrations/discord/discord.client.ts';
import { type MailClient, openMail } from '../../integrations/mail/mail.client.ts';
import { sendSms, smsConfig } from '../../integrations/sms/sms.client.ts';
import type { Deps } from '../../server/deps.ts';
import {
  type Claim,
  claimDue,
  type DeliveryResult,
  ensureSettings,
  giveUpLost,
  insertSchedule,
  lockUnscheduled,
  type Message,
  recordResult,
  wipeSpentSecrets,
} from './delivery.queries.ts';
import { absolute, longText, renderMail, shortText } from './mail-layout.wording.ts';
import { CLAIM_LOST_AFTER_MS, mayUse, nextAttempt, schedule } from './notifications.rules.ts';
import { type Channel, labelOf } from './notifications.schema.ts';

const PLAN_BATCH = 500;
const SENDERS = 4;
const LOST = 'The node stopped while sending. Not repeated, so that nobody gets it twice.';

/** How one channel gives a message away. `unknown` may have arrived and is never repeated. */
type Outcome = { outcome: 'sent'; id: string } | { outcome: 'retry' | 'refused' | 'unknown'; error: string };
/** @param also further messages to the same person that go into the same mail */
type Sender = (claim: Claim, also: Message[]) => Promise<Outcome>;
export type Senders = Partial<Record<Channel, Sender>>;

/**
 * Empties the outbox: plans the channels of new messages, sends what is due and gives up what stopped nodes left.
 * Any number of workers may do this at once.
 * @param signal stops between two messages
 */
export async function deliverNotifications(deps: Deps, signal: AbortSignal): Promise<void> {
  const { senders, close } = openSenders(deps);
  try {
    await deliver(deps, senders, signal);
  } finally {
    close();
  }
}

/** The same with given senders; what tests use to crash between two steps. */
export async function deliver(deps: Deps, senders: Senders, signal: AbortSignal): Promise<void> {
  const channels = Object.keys(senders) as Channel[];
  const stale = new Date(deps.now().getTime() - CLAIM_LOST_AFTER_MS);
  await giveUpLost(deps.db, stale, LOST, deps.now());
  while (!signal.aborted && (await scheduleBatch(deps, channels)) > 0);
  // Each sender comes to its end before the caller closes what they send with, also when one of them fails.
  const ends = await Promise.allSettled(
    Array.from({ length: SENDERS }, () => sendDue(deps, senders, channels, signal)),
  );
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  await wipeSpentSecrets(deps.db);
}

async function scheduleBatch(deps: Deps, channels: Channel[]): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const now = deps.now();
    const messages = await lockUnscheduled(tx, PLAN_BATCH);
    if (messages.length === 0) return 0;
    const deliveries = messages.flatMap((message) =>
      schedule(message, channels, now).map((one) => ({ outboxId: message.outboxId, userId: message.userId, ...one })),
    );
    await ensureSettings(
      tx,
      messages.map((message) => message.userId),
    );
    await insertSchedule(
      tx,
      messages.map((message) => message.outboxId),
      deliveries,
      now,
    );
    return messages.length;
  });
}

async function sendDue(deps: Deps, senders: Senders, channels: Channel[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const claims = await claimDue(deps.db, channels, deps.now());
    if (claims.length === 0) return;
    const settled = await attempt(deps, senders, channels, claims);
    await deps.db.transaction(async (tx) => {
      for (const [claim, settlement] of settled) await recordResult(tx, claim, settlement, deps.now());
    });
  }
}

/** Sends what was claimed together as one, and says what became of each message. */
async function attempt(
  deps: Deps,
  senders: Senders,
  channels: Channel[],
  claims: Claim[],
): Promise<[Claim, DeliveryResult][]> {
  // Somebody may have unsubscribed or moved away since the messages were planned.
  const wanted = claims.filter(({ message, channel }) => mayUse(message, channel, channels, deps.now()));
  const [lead, ...others] = wanted;
  if (!lead) return claims.map((claim) => [claim, { status: 'skipped' }]);
  const also = others.map((claim) => claim.message);
  const result = await senders[lead.channel]!(lead, also);
  return claims.map((claim) => [
    claim,
    wanted.includes(claim) ? resultOf(claim, result, deps.now()) : { status: 'skipped' },
  ]);
}

function resultOf(claim: Claim, result: Outcome, now: Date): DeliveryResult {
  if (result.outcome === 'sent') return { status: 'sent', providerId: result.id };
  if (result.outcome === 'unknown') return { status: 'lost', error: result.error };
  const again = result.outcome === 'retry' ? nextAttempt(claim.attempt, now) : null;
  return again ? { status: 'waiting', error: result.error, dueAt: again } : { status: 'failed', error: result.error };
}

/** The channels that this installation can use, by what its environment gives. */
function openSenders(deps: Deps): { senders: Senders; close: () => void } {
  const senders: Senders = {};
  let mail: MailClient | undefined;
  if (deps.env.SMTP_URL) {
    mail = openMail({ url: deps.env.SMTP_URL, from: deps.env.MAIL_FROM });
    const client = mail;
    senders.email = (claim, also) => client.send(mailOf(deps, claim, also));
  }
  const sms = smsConfig(deps.env);
  if (sms) {
    senders.sms = ({ message }) =>
      sendSms(sms, deps.fetch, { to: message.addresses.phone!, body: shortText(deps.env.origin, message) });
  }
  const discord = discordConfig(deps.env);
  if (discord) {
    senders.discord = ({ message, deliveryId }) =>
      sendDiscordMessage(discord, deps.fetch, {
        discordId: message.addresses.discordId!,
        content: longText(deps.env.origin, message),
        // Discord takes at most 25 characters.
        nonce: deliveryId.replaceAll('-', '').slice(0, 25),
      });
  }
  return { senders, close: () => mail?.close() };
}

function mailOf(deps: Deps, claim: Claim, also: Message[]) {
  const { message } = claim;
  const [part, ...parts] = [message, ...also].map(({ title, lines, links }) => ({
    title,
    lines,
    links: links.map((link) => absolute(deps.env.origin, link)),
  }));
  const title = also.length > 0 ? `${message.title}, and ${also.length} more` : message.title;
  const unsubscribe = unsubscribeOf(deps, [message, ...also]);
  const said = also.length > 0 ? { title, lines: [], links: [], parts: [part!, ...parts] } : part!;
  return {
    to: message.addresses.email!,
    subject: title,
    messageId: `<${claim.deliveryId}@${new URL(deps.env.origin).hostname}>`,
    attachments: message.attachments,
    ...renderMail({ ...said, unsubscribe }),
  };
}

/** One click ends all kinds that the mail is about. */
function unsubscribeOf(deps: Deps, messages: Message[]) {
  const [{ kind, unsubscribeToken }] = messages as [Message];
  if (kind === 'security' || !unsubscribeToken) return undefined;
  const kinds = [...new Set(messages.map((message) => message.kind))];
  const query = `?token=${unsubscribeToken}&kind=${kinds.join(',')}`;
  return {
    label: `You get this because ${labelOf(kinds)} ${kinds.length > 1 ? 'are' : 'is'} on for e-mail.`,
    pageUrl: `${deps.env.origin}/protocol/unsubscribe${query}`,
    postUrl: `${deps.env.origin}/api/notifications/unsubscribe${query}`,
  };
}
