/** Handles as a profile holds them; telephone and mail are never among them. */
type Handles = {
  twitch_login: string | null;
  discord: string | null;
  twitter: string | null;
  psn: string | null;
  xbox: string | null;
};

/** How the members of a mutual match reach this one, with links where there is a page to open. */
export function contactsOf(person: Handles): { label: string; value: string; url: string | null }[] {
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
