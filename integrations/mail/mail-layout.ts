/** One message with its text and buttons. */
type Part = {
  title: string;
  lines: string[];
  /** Absolute URLs; the first is the main button. */
  links: { label: string; url: string }[];
};

/** The content of an email: one message, or several for the same recipient, each with its own heading. */
type MessageTemplate = Part & {
  /** The language of all texts, as a BCP 47 tag. */
  language: string;
  /** Why the recipient gets this email. */
  reason: string;
  parts?: Part[] | undefined;
  /** List id that mail clients can filter by (RFC 2919). */
  list?: string;
  /** How to unsubscribe; absent in security emails. */
  unsubscribe?: { label: string; pageUrl: string; postUrl: string } | undefined;
};

const COLOR = {
  space: '#07060f',
  surface: '#121024',
  line: '#2e2a55',
  star: '#f5f3ff',
  mist: '#b9b3dd',
  court: '#ff8a3d',
  cyan: '#3fe0ff',
};
const FONT = "font-family:Onest,'Segoe UI',Helvetica,Arial,sans-serif";

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Renders our only email layout: HTML for mail clients (tables and inline styles, no remote images) and the same
 * content as plain text.
 */
export function renderMail(template: MessageTemplate): { html: string; text: string; headers: Record<string, string> } {
  return { html: renderHtml(template), text: renderText(template), headers: createHeaders(template) };
}

function createHeaders(template: MessageTemplate): Record<string, string> {
  const base = { 'Auto-Submitted': 'auto-generated' };
  if (!template.unsubscribe) return base;
  return {
    ...base,
    ...(template.list ? { 'List-Id': `Planet Crew <${template.list}>` } : {}),
    'List-Unsubscribe': `<${template.unsubscribe.postUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function renderText(template: MessageTemplate): string {
  const listPartLines = (part: Part) => [...part.lines, ...part.links.map((link) => `${link.label}:\n${link.url}`)];
  const parts = (template.parts ?? []).flatMap((part) => [`* ${part.title}`, ...listPartLines(part)]);
  const { reason, unsubscribe } = template;
  const footer = unsubscribe ? `${reason}\n${unsubscribe.label}: ${unsubscribe.pageUrl}` : reason;
  // The trailing space is needed, because mail clients treat this line as the start of a signature (RFC 3676).
  return [template.title, ...listPartLines(template), ...parts, `-- \nPlanet Crew\n${footer}`].join('\n\n');
}

function renderHtml(template: MessageTemplate): string {
  const parts = (template.parts ?? []).map((part) => `${renderHeading(part.title)}${renderBody(part)}`).join('');
  const { unsubscribe } = template;
  const unsubscribeLink = unsubscribe
    ? ` <a href="${escapeHtml(unsubscribe.pageUrl)}" style="color:${COLOR.mist}">${escapeHtml(unsubscribe.label)}</a>`
    : '';
  const footer = `${escapeHtml(template.reason)}${unsubscribeLink}`;
  return `<!doctype html>
<html lang="${escapeHtml(template.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="dark"><title>${escapeHtml(template.title)}</title></head>
<body style="margin:0;padding:0;background:${COLOR.space}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${COLOR.space}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="${FONT};font-size:18px;font-weight:700;color:${COLOR.star};padding:0 8px 16px">Planet Crew</td></tr>
<tr><td style="${FONT};font-size:16px;line-height:1.5;color:${COLOR.star};background:${COLOR.surface};border:1px solid ${COLOR.line};border-radius:16px;padding:32px 24px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:${COLOR.star}">${escapeHtml(template.title)}</h1>
${renderBody(template)}${parts}</td></tr>
<tr><td style="${FONT};font-size:13px;line-height:1.5;color:${COLOR.mist};padding:16px 8px">${footer}</td></tr>
</table></td></tr></table></body></html>`;
}

/** Renders the line and heading that separate several messages. */
function renderHeading(title: string): string {
  const style = `margin:24px 0 12px;padding-top:24px;border-top:1px solid ${COLOR.line};font-size:18px;line-height:1.3;color:${COLOR.star}`;
  return `<h2 style="${style}">${escapeHtml(title)}</h2>`;
}

function renderBody(part: Part): string {
  const paragraphs = part.lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`).join('');
  return `${paragraphs}${renderButtons(part.links)}`;
}

function renderButtons(links: Part['links']): string {
  return links
    .map(({ label, url }, index) => {
      const style =
        index === 0
          ? `background:${COLOR.court};color:${COLOR.space};border:1px solid ${COLOR.court}`
          : `color:${COLOR.star};border:1px solid ${COLOR.mist}`;
      return `<a href="${escapeHtml(url)}" style="display:inline-block;margin:8px 12px 8px 0;padding:12px 24px;border-radius:12px;font-weight:700;text-decoration:none;${style}">${escapeHtml(label)}</a>`;
    })
    .join('');
}
