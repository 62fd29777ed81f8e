import type { Translator } from '../../messages/translator.ts';
import * as messages from './accounts.messages.ts';
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

/** Returns the text of each email. The first button is the primary action. */
export function getEmailText(t: Translator, kind: EmailKind, facts: Facts): EmailText {
  const { code, address, newAddress, until } = facts;
  const codeHint = t(messages.emailCodeHint, { code });
  const ignoreHint = t(messages.emailIgnoreHint);
  const notYouHint = t(messages.emailNotYouHint);
  const securityButton = t(messages.emailSecurityButton);
  const changeRequested = address
    ? t(messages.emailChangeRequested, { address, newAddress })
    : t(messages.emailAddRequested, { newAddress });
  const texts: Record<Exclude<EmailKind, 'sms' | 'phone_change' | 'contact_phone'>, EmailText> = {
    confirmation: {
      title: t(messages.signUpEmailTitle),
      lines: [t(messages.signUpEmailText), codeHint, ignoreHint],
      button: t(messages.signUpEmailButton),
    },
    recovery: {
      title: t(messages.recoveryEmailTitle),
      lines: [t(messages.recoveryEmailText), codeHint, ignoreHint],
      button: t(messages.recoveryEmailButton),
    },
    magiclink: {
      title: t(messages.signInEmailTitle),
      lines: [t(messages.signInEmailCode, { code }), t(messages.signInEmailText), ignoreHint],
      button: t(messages.signInEmailButton),
    },
    invite: {
      title: t(messages.inviteEmailTitle),
      lines: [t(messages.inviteEmailText), codeHint],
      button: t(messages.inviteEmailButton),
    },
    email_change_current: {
      title: t(messages.oldAddressEmailTitle),
      lines: [changeRequested, t(messages.oldAddressEmailText), codeHint, ignoreHint],
      button: t(messages.oldAddressEmailButton),
    },
    email_change_new: {
      title: t(messages.newAddressEmailTitle),
      lines: [changeRequested, t(messages.newAddressEmailText), codeHint, ignoreHint],
      button: t(messages.newAddressEmailButton),
    },
    reauthentication: {
      title: t(messages.reauthenticationEmailTitle),
      lines: [t(messages.reauthenticationEmailText, { code }), ignoreHint],
      button: t(messages.reauthenticationEmailButton),
    },
    contact_email: {
      title: t(messages.contactEmailTitle),
      lines: [t(messages.contactEmailText), t(messages.contactEmailCode, { code }), t(messages.contactEmailIgnore)],
      button: t(messages.contactEmailButton),
    },
    account_exists: {
      title: t(messages.accountExistsEmailTitle),
      lines: [t(messages.accountExistsEmailText), t(messages.accountExistsEmailHint)],
      button: t(messages.accountExistsEmailButton),
    },
    password_changed: {
      title: t(messages.passwordChangedEmailTitle),
      lines: [t(messages.passwordChangedEmailText), notYouHint],
      button: securityButton,
    },
    email_changed: {
      title: t(messages.emailChangedEmailTitle),
      lines: [t(messages.emailChangedEmailText, { newAddress }), notYouHint],
      button: securityButton,
    },
    factor_added: {
      title: t(messages.factorAddedEmailTitle),
      lines: [t(messages.factorAddedEmailText), notYouHint],
      button: securityButton,
    },
    factor_removed: {
      title: t(messages.factorRemovedEmailTitle),
      lines: [t(messages.factorRemovedEmailText), notYouHint],
      button: securityButton,
    },
    passkey_added: {
      title: t(messages.passkeyAddedEmailTitle),
      lines: [t(messages.passkeyAddedEmailText), notYouHint],
      button: securityButton,
    },
    identity_linked: {
      title: t(messages.identityLinkedEmailTitle),
      lines: [t(messages.identityLinkedEmailText), notYouHint],
      button: securityButton,
    },
    not_me: {
      title: t(messages.notMeEmailTitle),
      lines: [t(messages.notMeEmailText), t(messages.notMeEmailHint)],
      button: securityButton,
    },
    deletion_requested: {
      title: t(messages.deletionEmailTitle),
      lines: [t(messages.deletionEmailText, { until }), t(messages.deletionEmailHint)],
      button: t(messages.deletionEmailButton),
    },
  };
  return texts[kind as keyof typeof texts];
}

/** Returns the protocol's link `type` for a code purpose. */
export function linkTypeFor(purpose: CodePurpose): string {
  if (purpose === 'confirmation') return 'signup';
  return purpose.startsWith('email_change') ? 'email_change' : purpose;
}

/** Creates the link in an email: our own verification endpoint, which then redirects the browser to `redirectTo`. */
export function createVerifyLink(issuer: string, purpose: CodePurpose, link: string, redirectTo: string): string {
  const query = new URLSearchParams({ token: link, type: linkTypeFor(purpose), redirect_to: redirectTo });
  return `${issuer}/verify?${query}`;
}

/** Explains why people get security emails even if they've turned off other messages. */
export const formatSecurityReason = (t: Translator): string => t(messages.securityEmailReason);
