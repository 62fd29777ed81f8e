import { discordConfig, sendDiscordMessage } from '../../../integrations/discord/client.ts';
import { type MailClient, openMail } from '../../../integrations/mail/client.ts';
import { sendSms, smsConfig } from '../../../integrations/sms/client.ts';
import type { Deps } from '../../../server/deps.ts';
import { absolute, longText, renderMail, shortText } from '../mail/rules.ts';
import { CLAIM_LOST_AFTER_MS, mayUse, nextAttempt, plan } from '../rules.ts';
import { type Channel, KINDS } from '../schema.ts';
import {
  type Claim,
  claimDue,
  ensureSettings,
  giveUpLost,
  insertPlan,
  lockUnplanned,
  type Message,
  type Settlement,
  settle,
  wipeSpentSecrets,
} from './queries.ts';

const PLAN_BATCH = 500;
const SENDERS = 4;
const LOST = 'The node stopped while sending. Not repeated, so that nobody gets it twice.';

/** How one channel gives a message away. `unknown` may have arrived and is never repeated. */
type Outcome = { outcome: 'sent'; id: string } | { outcome: 'retry' | 'refused' | 'unknown'; error: string };
export type Senders = Partial<Record<Channel, (claim: Claim) => Promise<Outcome>>>;

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
  while (!signal.aborted && (await planBatch(deps, channels)) > 0);
  // Each sender comes to its end before the caller closes what they send with, also when one of them fails.
  const ends = await Promise.allSettled(
    Array.from({ length: SENDERS }, () => sendDue(deps, senders, channels, signal)),
  );
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  await wipeSpentSecrets(deps.db);
}

async function planBatch(deps: Deps, channels: Channel[]): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const now = deps.now();
    const messages = await lockUnplanned(tx, PLAN_BATCH);
    if (messages.length === 0) return 0;
    const deliveries = messages.flatMap((message) =>
      plan(message, channels, now).map((one) => ({ outboxId: message.outboxId, ...one })),
    );
    await ensureSettings(
      tx,
      messages.map((message) => message.userId),
    );
    await insertPlan(
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
    const claim = await claimDue(deps.db, channels, deps.now());
    if (!claim) return;
    const settlement = await attempt(deps, senders, channels, claim);
    await deps.db.transaction((tx) => settle(tx, claim, settlement, deps.now()));
  }
}

async function attempt(deps: Deps, senders: Senders, channels: Channel[], claim: Claim): Promise<Settlement> {
  // Somebody may have unsubscribed or moved away since the message was planned.
  if (!mayUse(claim.message, claim.channel, channels, deps.now())) return { status: 'skipped' };
  const result = await senders[claim.channel]!(claim);
  if (result.outcome === 'sent') return { status: 'sent', providerId: result.id };
  if (result.outcome === 'unknown') return { status: 'lost', error: result.error };
  const again = result.outcome === 'retry' ? nextAttempt(claim.attempt, deps.now()) : null;
  return again ? { status: 'waiting', error: result.error, dueAt: again } : { status: 'failed', error: result.error };
}

/** The channels that this installation can use, by what its environment gives. */
function openSenders(deps: Deps): { senders: Senders; close: () => void } {
  const senders: Senders = {};
  let mail: MailClient | undefined;
  if (deps.env.SMTP_URL) {
    mail = openMail({ url: deps.env.SMTP_URL, from: deps.env.MAIL_FROM });
    const client = mail;
    senders.email = (claim) => client.send(letterOf(deps, claim));
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

function letterOf(deps: Deps, claim: Claim) {
  const { message } = claim;
  const links = message.links.map((link) => absolute(deps.env.origin, link));
  const letter = { title: message.title, lines: message.lines, links, unsubscribe: unsubscribeOf(deps, message) };
  return {
    to: message.addresses.email!,
    subject: message.title,
    messageId: `<${claim.deliveryId}@${new URL(deps.env.origin).hostname}>`,
    attachments: message.attachments,
    ...renderMail(letter),
  };
}

function unsubscribeOf(deps: Deps, message: Message) {
  if (message.kind === 'security' || !message.unsubscribeToken) return undefined;
  const query = `?token=${message.unsubscribeToken}&kind=${message.kind}`;
  return {
    label: `You get this because “${KINDS[message.kind].label}” is on for e-mail.`,
    pageUrl: `${deps.env.origin}/protocol/unsubscribe${query}`,
    postUrl: `${deps.env.origin}/api/notifications/unsubscribe${query}`,
  };
}
