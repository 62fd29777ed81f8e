import { createPublicKey } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { createFindings, type Finding } from '../findings.ts';
import { createMailClient, type MailConfig } from './mail.client.ts';

const { met, unmet, needed } = createFindings('mail', 'Mail');
const SERVER = 'The mail server accepts our sign-in';
const TEST = 'A test email is sent';

/** Looks up a DNS name's TXT records, each joined into one string; empty if the name doesn't exist. */
export type TxtLookup = (name: string) => Promise<string[]>;

/** @throws Error when the DNS doesn't respond */
const lookUpTxtRecords: TxtLookup = async (name) => {
  try {
    const resolver = new Resolver({ timeout: 3_000, tries: 2 });
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw error;
  }
};

export type MailSettings = {
  /** Undefined when no mail server is set. */
  config: MailConfig | undefined;
  /** DKIM selector in the DNS, if the provider signs. */
  selector?: string | undefined;
  /** Address that gets a test email; undefined to send none. */
  testTo?: string | undefined;
  /** Whether receivers have to trust the sender's domain; false with a sandbox. */
  domainMatters: boolean;
  lookUp?: TxtLookup;
};

/**
 * Checks the mail server, sends a test email, and checks the DNS records that receivers use to decide whether to trust
 * us.
 */
export async function checkMail(settings: MailSettings): Promise<Finding[]> {
  const { config, testTo, domainMatters, lookUp = lookUpTxtRecords } = settings;
  if (!config)
    return [needed('Mail', 'Set SMTP_URL and MAIL_FROM. Without email, no one can confirm an address or be notified.')];
  const domain = /@([^\s>]+)>?\s*$/.exec(config.from)?.[1]?.toLowerCase() ?? '';
  const selector = settings.selector ?? config.dkim?.keySelector;
  const client = createMailClient(config);
  try {
    const server = await checkServer(client);
    return [
      server,
      ...(testTo && server.state === 'met' ? [await sendTestMail(client, testTo)] : []),
      ...(domainMatters ? await checkDns(domain, { selector, own: config.dkim }, lookUp) : []),
    ];
  } finally {
    client.close();
  }
}

type Client = ReturnType<typeof createMailClient>;

async function checkServer(client: Client): Promise<Finding> {
  const problem = await client.verify();
  if (!problem) return met('server', SERVER, 'We can sign in.');
  return unmet('server', SERVER, {
    found: `${problem}.`,
    todo: 'Set SMTP_URL to the value from your provider, such as smtps://user:password@host:465. Check that this machine can reach it, because many hosts block email ports.',
  });
}

async function sendTestMail(client: Client, to: string): Promise<Finding> {
  const text = 'Planet Crew can send you email. Check which folder it arrived in and whether it was marked as spam.';
  const outcome = await client.send({
    to,
    subject: 'Planet Crew: test email',
    text,
    html: `<p>${text}</p>`,
    messageId: `<${crypto.randomUUID()}@go-live>`,
  });
  if (outcome.outcome === 'sent') return met('test', TEST, `The server accepted one to ${to}.`);
  return unmet('test', TEST, {
    found: `${outcome.error}.`,
    todo: 'Have your provider allow the sender in MAIL_FROM, then check again.',
  });
}

/** `own`: our own signing key. Without it, the provider signs with the selector's key. */
type Signing = { selector: string | undefined; own: MailConfig['dkim'] };

async function checkDns(domain: string, { selector, own }: Signing, lookUp: TxtLookup): Promise<Finding[]> {
  const place = selector && `${selector}._domainkey.${own?.domainName ?? domain}`;
  try {
    const [texts, policy, keys] = await Promise.all([
      lookUp(domain),
      lookUp(`_dmarc.${domain}`),
      place ? lookUp(place) : Promise.resolve([]),
    ]);
    return [checkSpf(domain, texts), checkDkim(place, keys, own?.privateKey), checkDmarc(domain, policy)];
  } catch (error) {
    const finding = `The DNS didn't respond: ${(error as Error).message}.`;
    return [
      unmet('dns', `Receivers can check ${domain}`, {
        found: finding,
        todo: 'Check that this machine can query the DNS, then check again.',
      }),
    ];
  }
}

function checkSpf(domain: string, texts: string[]): Finding {
  const label = 'SPF: the domain lists the servers that send for it';
  const records = texts.filter((text) => /^v=spf1(\s|$)/i.test(text));
  if (records.length === 1) return met('spf', label, `${domain} has: ${records[0]}`);
  return unmet('spf', label, {
    found:
      records.length === 0
        ? `${domain} has no such record.`
        : `${domain} has ${records.length} of them, so receivers ignore all of them.`,
    todo: `Keep exactly one TXT record at ${domain}: v=spf1 include:<your provider> -all`,
  });
}

function checkDkim(place: string | undefined, texts: string[], privateKey: string | undefined): Finding {
  const label = "DKIM: email is signed with the domain's key";
  if (!place) {
    return unmet('dkim', label, {
      found: "We don't know which key signs the email.",
      todo: "If your provider signs, set MAIL_DKIM_SELECTOR to the selector that it gave you. If it doesn't, set MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY, and the server signs.",
    });
  }
  const keys = texts.flatMap((text) => /(?:^|;)\s*p=([A-Za-z0-9+/=\s]+)/.exec(text)?.[1]?.replace(/\s/g, '') ?? []);
  const publicKey = privateKey && derivePublicKey(privateKey);
  if (keys.length > 0 && (!publicKey || keys.includes(publicKey))) return met('dkim', label, `${place} has the key.`);
  if (publicKey) {
    return unmet('dkim', label, {
      found: `${place} ${keys.length > 0 ? 'has a different key from the one we sign with' : 'has no key'}.`,
      todo: `Set the TXT record there to exactly this: v=DKIM1; ${publicKey.length < 60 ? 'k=ed25519' : 'k=rsa'}; p=${publicKey}`,
    });
  }
  return unmet('dkim', label, {
    found: `${place} has no key.`,
    todo: 'Add the TXT record that your provider shows for this selector.',
  });
}

/**
 * Derives the public key as published in the DNS: the full structure for RSA, the bare key for Ed25519 (RFC 8463 4.2).
 */
function derivePublicKey(privateKey: string): string {
  const key = createPublicKey(privateKey);
  const der = key.export({ type: 'spki', format: 'der' });
  return (key.asymmetricKeyType === 'ed25519' ? der.subarray(-32) : der).toString('base64');
}

function checkDmarc(domain: string, texts: string[]): Finding {
  const label = 'DMARC: the domain says what to do with forged email';
  const policy = texts.find((text) => /^v=DMARC1\s*;/i.test(text));
  if (policy) return met('dmarc', label, `_dmarc.${domain} has: ${policy}`);
  return unmet('dmarc', label, {
    found: `_dmarc.${domain} has no such record.`,
    todo: `Add a TXT record at _dmarc.${domain}: v=DMARC1; start with p=none, and change it to p=quarantine once email arrives.`,
  });
}
