/** Handles from a profile. Phone number and email are never included. */
type Handles = {
  twitch_login: string | null;
  discord: string | null;
  twitter: string | null;
  psn: string | null;
  xbox: string | null;
};

/** Returns how the members of a mutual match can contact this member, with links where there's a page to open. */
export function listContacts(person: Handles): { label: string; value: string; url: string | null }[] {
  const twitter = person.twitter?.replace(/^@/, '');
  const contacts = [
    { label: 'Discord', value: person.discord, url: null },
    { label: 'PSN', value: person.psn, url: null },
    { label: 'Xbox', value: person.xbox, url: null },
    { label: 'Twitch', value: person.twitch_login, url: `https://www.twitch.tv/${person.twitch_login}` },
    { label: 'X', value: twitter ? `@${twitter}` : null, url: `https://x.com/${encodeURIComponent(twitter ?? '')}` },
  ];
  return contacts.flatMap(({ label, value, url }) => (value ? [{ label, value, url }] : []));
}
