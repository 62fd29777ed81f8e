import type { CodePurpose } from './one-time-codes.rules.ts';

/** The kind of an account email: a code to use, or a notice that needs no action. */
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

const IGNORE = 'If that was not you, ignore this mail: nothing happens without the code.';
const NOT_YOU =
  'If that was not you, somebody else may be in your account: reset your password and sign out everywhere on the security page.';
const enter = (code: string) => `Or type this code where you started: ${code}. It is good for one hour.`;

/** Returns the text of each email. The first button is the primary action. */
export function getEmailText(kind: EmailKind, facts: Facts): EmailText {
  const { code, address, newAddress, until } = facts;
  const words: Record<Exclude<EmailKind, 'sms' | 'phone_change' | 'contact_phone'>, EmailText> = {
    confirmation: {
      title: 'Confirm your address',
      lines: ['Welcome to Planet Crew. One click and you are in.', enter(code), IGNORE],
      button: 'Confirm and join',
    },
    recovery: {
      title: 'Choose a new password',
      lines: ['Somebody asked to reset the password of your account.', enter(code), IGNORE],
      button: 'Choose a new password',
    },
    magiclink: {
      title: 'Your sign-in link',
      lines: ['Open it in the browser where you asked for it.', enter(code), IGNORE],
      button: 'Sign in',
    },
    invite: {
      title: 'You are invited to Planet Crew',
      lines: ['Somebody from the crew would like you to join.', enter(code)],
      button: 'Accept the invitation',
    },
    email_change_current: {
      title: 'Confirm the change of your address',
      lines: [
        `Your account is to move from ${address} to ${newAddress}.`,
        'Both mailboxes must agree; this is the mail to the old one.',
        enter(code),
        IGNORE,
      ],
      button: 'Agree to the change',
    },
    email_change_new: {
      title: 'Confirm your new address',
      lines: [
        `Your account is to move from ${address || 'no address'} to ${newAddress}.`,
        'Both mailboxes must agree; this is the mail to the new one.',
        enter(code),
        IGNORE,
      ],
      button: 'Confirm this address',
    },
    reauthentication: {
      title: 'Confirm that it is you',
      lines: [`Your code is ${code}. It is good for one hour.`, IGNORE],
      button: 'Open your account',
    },
    contact_email: {
      title: 'Confirm that messages may come here',
      lines: [
        'Somebody named this address in a Planet Crew profile, to get the messages of the crew here.',
        `If that was you, type this code there: ${code}. It is good for one hour.`,
        'If that was not you, ignore this mail: without the code nothing else of that profile comes here.',
      ],
      button: 'Open your notification settings',
    },
    account_exists: {
      title: 'You already have an account',
      lines: [
        'Somebody used your address to sign up or to move an account to it. There is an account with it already.',
        'If that was you, just sign in; you can also ask for a new password there. If not, nothing happened.',
      ],
      button: 'Go to sign-in',
    },
    password_changed: {
      title: 'Your password was changed',
      lines: ['All other devices were signed out.', NOT_YOU],
      button: 'Open security',
    },
    email_changed: {
      title: 'Your address was changed',
      lines: [`Your account now uses ${newAddress}.`, NOT_YOU],
      button: 'Open security',
    },
    factor_added: {
      title: 'A second factor was added',
      lines: ['From now on sign-in asks for it too.', NOT_YOU],
      button: 'Open security',
    },
    factor_removed: {
      title: 'A second factor was removed',
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
        'You reported that somebody else was in your account. All devices were signed out, this one too, and a password that the account had opens nothing any more: choose a new one with the mail that follows.',
        'Once you are in, look through passkeys, second factors and linked sign-ins, and remove what is not yours.',
      ],
      button: 'Open security',
    },
    deletion_requested: {
      title: 'Your account will be deleted',
      lines: [
        `Your account and everything in it will be deleted on ${until}.`,
        'Changed your mind? Sign in before then and take it back on the security page.',
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
