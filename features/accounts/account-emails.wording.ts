import type { CodePurpose } from './one-time-codes.rules.ts';

/** The kind of an account email: one with a code, or a notice that needs no action. */
export type EmailKind = CodePurpose | NoticeKind;
export type NoticeKind =
  | 'account_exists'
  | 'password_changed'
  | 'email_changed'
  | 'factor_added'
  | 'factor_removed'
  | 'passkey_added'
  | 'identity_linked'
  | 'deletion_requested'
  | 'not_me';

type EmailText = { title: string; lines: string[]; button: string };
type Facts = { code: string; address: string; newAddress: string; until: string };

const IGNORE = "If this wasn't you, ignore this email. Nothing happens without the code.";
const NOT_YOU =
  "If this wasn't you, someone else may be in your account. Reset your password and sign out everywhere on the security page.";
const formatCodeHint = (code: string) => `Or enter this code where you started: ${code}. It's good for one hour.`;

/** Returns the text of each email. The first button is the primary action. */
export function getEmailText(kind: EmailKind, facts: Facts): EmailText {
  const { code, address, newAddress, until } = facts;
  const words: Record<Exclude<EmailKind, 'sms' | 'phone_change' | 'contact_phone'>, EmailText> = {
    confirmation: {
      title: 'Confirm your email address',
      lines: ["Welcome to Planet Crew. One click and you're in.", formatCodeHint(code), IGNORE],
      button: 'Confirm and join',
    },
    recovery: {
      title: 'Choose a new password',
      lines: ["Someone asked to reset your account's password.", formatCodeHint(code), IGNORE],
      button: 'Choose a new password',
    },
    magiclink: {
      title: 'Your sign-in link',
      lines: ['Open it in the browser where you requested it.', formatCodeHint(code), IGNORE],
      button: 'Sign in',
    },
    invite: {
      title: "You're invited to Planet Crew",
      lines: ['Someone from the crew would like you to join.', formatCodeHint(code)],
      button: 'Accept the invitation',
    },
    email_change_current: {
      title: 'Confirm your email address change',
      lines: [
        `We got a request to change your account's email address from ${address} to ${newAddress}.`,
        'Both addresses have to confirm. This email went to the old one.',
        formatCodeHint(code),
        IGNORE,
      ],
      button: 'Confirm the change',
    },
    email_change_new: {
      title: 'Confirm your new email address',
      lines: [
        `We got a request to change your account's email address from ${address || 'no address'} to ${newAddress}.`,
        'Both addresses have to confirm. This email went to the new one.',
        formatCodeHint(code),
        IGNORE,
      ],
      button: 'Confirm this address',
    },
    reauthentication: {
      title: "Confirm it's you",
      lines: [`Your code is ${code}. It's good for one hour.`, IGNORE],
      button: 'Open your account',
    },
    contact_email: {
      title: 'Confirm this address for messages',
      lines: [
        'Someone added this address to a Planet Crew profile to get our messages here.',
        `If that was you, enter this code there: ${code}. It's good for one hour.`,
        "If it wasn't you, ignore this email. Without the code, we won't send anything else for that profile here.",
      ],
      button: 'Open your notification settings',
    },
    account_exists: {
      title: 'You already have an account',
      lines: [
        'Someone used your address to sign up or to move an account to it. It already has an account.',
        "If that was you, just sign in. You can also ask for a new password there. If it wasn't you, nothing happened.",
      ],
      button: 'Go to sign-in',
    },
    password_changed: {
      title: 'Your password was changed',
      lines: ['All other devices were signed out.', NOT_YOU],
      button: 'Open security',
    },
    email_changed: {
      title: 'Your email address was changed',
      lines: [`Your account now uses ${newAddress}.`, NOT_YOU],
      button: 'Open security',
    },
    factor_added: {
      title: 'A two-factor method was added',
      lines: ['Sign-in will now ask for it too.', NOT_YOU],
      button: 'Open security',
    },
    factor_removed: {
      title: 'A two-factor method was removed',
      lines: ['Sign-in no longer asks for it.', NOT_YOU],
      button: 'Open security',
    },
    passkey_added: {
      title: 'A passkey was added',
      lines: ['You can sign in with it without a password.', NOT_YOU],
      button: 'Open security',
    },
    identity_linked: {
      title: 'A sign-in was linked to your account',
      lines: ['You can now sign in with it too.', NOT_YOU],
      button: 'Open security',
    },
    not_me: {
      title: 'All devices were signed out',
      lines: [
        'You reported that someone else was in your account, so all devices were signed out, including this one. If your account had a password, it no longer works. Choose a new one with the email that follows.',
        "Once you're in, check your passkeys, two-factor methods and linked sign-ins. Remove any that aren't yours.",
      ],
      button: 'Open security',
    },
    deletion_requested: {
      title: 'Your account will be deleted',
      lines: [
        `Your account and everything in it will be deleted on ${until}.`,
        'Changed your mind? Sign in before then and choose “Keep my account”.',
      ],
      button: 'Keep my account',
    },
  };
  return words[kind as keyof typeof words];
}

/** Returns the protocol's `type` for the link of a code. */
export function linkTypeFor(purpose: CodePurpose): string {
  if (purpose === 'confirmation') return 'signup';
  return purpose.startsWith('email_change') ? 'email_change' : purpose;
}

/** Creates the link in an email: our own verification endpoint, which then redirects the browser to `redirectTo`. */
export function createVerifyLink(issuer: string, purpose: CodePurpose, link: string, redirectTo: string): string {
  const query = new URLSearchParams({ token: link, type: linkTypeFor(purpose), redirect_to: redirectTo });
  return `${issuer}/verify?${query}`;
}
