import type { Link } from './notifications.schema.ts';
import { fitted } from './text-length.rules.ts';

/** Longer texts cost several messages; what matters is at the link. */
const MOST_PARTS = 2;
/** Discord takes 2,000 characters. */
const LONGEST_CHAT = 2_000;

/** A path on our origin as an absolute address. */
export function absolute(origin: string, link: Link): { label: string; url: string } {
  return { label: link.label, url: new URL(link.path, origin).href };
}

type Plain = { title: string; lines: readonly string[]; links: readonly Link[] };

/** A text message: the title and where it leads; the rest is behind the link, which stays whole. */
export function shortText(origin: string, message: Plain): string {
  const [main] = message.links;
  const said = message.lines.length === 1 ? `${message.title}. ${message.lines[0]}` : message.title;
  return fitted(`Planet Crew: ${said}`, main ? absolute(origin, main).url : '', MOST_PARTS);
}

/** A chat message: everything, with the addresses of the buttons. */
export function longText(origin: string, message: Plain): string {
  const links = message.links.map((link) => absolute(origin, link)).map(({ label, url }) => `${label}: <${url}>`);
  const end = links.map((link) => `\n${link}`).join('');
  const said = [`**${message.title}**`, ...message.lines].join('\n');
  const room = LONGEST_CHAT - end.length;
  return `${said.length > room ? `${said.slice(0, room - 1)}…` : said}${end}`;
}
