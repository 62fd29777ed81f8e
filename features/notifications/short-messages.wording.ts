import type { Link } from './notifications.schema.ts';

/** Discord takes 2,000 characters. */
const LONGEST_CHAT = 2_000;

/** A path on our origin as an absolute address. */
export function absolute(origin: string, link: Link): { label: string; url: string } {
  return { label: link.label, url: new URL(link.path, origin).href };
}

type Plain = { title: string; lines: readonly string[]; links: readonly Link[] };

/** A text message: the title and where it leads; the rest is behind the link. */
export function shortText(origin: string, message: Plain): string {
  const [main] = message.links;
  const said = message.lines.length === 1 ? `${message.title}. ${message.lines[0]}` : message.title;
  return `Planet Crew: ${said}${main ? ` ${absolute(origin, main).url}` : ''}`;
}

/** A chat message: everything, with the addresses of the buttons. */
export function longText(origin: string, message: Plain): string {
  const links = message.links.map((link) => absolute(origin, link)).map(({ label, url }) => `${label}: <${url}>`);
  return [`**${message.title}**`, ...message.lines, ...links].join('\n').slice(0, LONGEST_CHAT);
}
