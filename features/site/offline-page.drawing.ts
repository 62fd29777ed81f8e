import { createHash } from 'node:crypto';
import { getOfflineTexts, site } from '../../content/site.ts';
import { themeColors, themeKeys } from '../../content/theme.ts';
import type { Translator } from '../../messages/translator.ts';
import { INK } from '../profiles/profile-pictures/drawing-parts.drawing.ts';
import { drawLogo } from './brand.drawing.ts';

const DARK = `color-scheme:dark;--bg:${themeColors.dark};--text:${INK.text};--muted:${INK.muted};--focus:${INK.cyan};--sky:radial-gradient(120% 90% at 76% 10%,#2b1d5c 0,rgba(43,29,92,0) 60%),radial-gradient(1.5px 1.5px at 12% 18%,#fff 50%,transparent),radial-gradient(1.5px 1.5px at 82% 30%,#fff 50%,transparent),radial-gradient(1px 1px at 34% 72%,#b9b3dd 50%,transparent),radial-gradient(1px 1px at 64% 84%,#b9b3dd 50%,transparent),radial-gradient(1.5px 1.5px at 22% 46%,#b9b3dd 50%,transparent),radial-gradient(1px 1px at 90% 66%,#fff 50%,transparent),radial-gradient(1px 1px at 48% 10%,#fff 50%,transparent)`;
const LIGHT = `color-scheme:light;--bg:${themeColors.light};--text:#15112e;--muted:#514b76;--focus:#00657c;--sky:none`;

const STYLE = `*{box-sizing:border-box}:root{${DARK}}@media (prefers-color-scheme:light){:root[data-theme=system]{${LIGHT}}}:root[data-theme=light]{${LIGHT}}body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:32px 24px;background:var(--sky),linear-gradient(var(--bg),var(--bg));color:var(--text);font:17px/1.6 Onest,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;text-align:center}main{max-width:480px;display:grid;justify-items:center;gap:20px}svg{width:clamp(180px,52vw,240px);height:auto;margin:-16px 0;overflow:visible}h1{margin:0;font:800 clamp(26px,6.4vw,36px)/1.2 Unbounded,Onest,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;letter-spacing:-.01em;text-wrap:balance}p{margin:0;color:var(--muted);text-wrap:pretty}button{min-height:52px;padding:0 32px;margin-top:8px;border-radius:14px;background:${INK.orange};color:${INK.bg};font:inherit;font-weight:700;border:0;cursor:pointer}button:hover{filter:brightness(1.08)}button:focus-visible{outline:3px solid var(--focus);outline-offset:3px}small{color:var(--muted);font-size:14px}a{color:var(--muted);font-size:14px;padding:8px}a:focus-visible{outline:3px solid var(--focus);outline-offset:3px}@media (prefers-reduced-motion:no-preference){svg{animation:float 7s ease-in-out infinite}@keyframes float{50%{transform:translateY(-8px)}}}`;

/**
 * The offline page is served at the requested address, so reloading retries that page. The page reloads itself when the
 * browser reports that it's back online.
 */
const SCRIPT = `document.querySelector('button').onclick=()=>location.reload();addEventListener('online',()=>location.reload())`;

/** Sets the reader's theme before the first paint. */
const THEME_SCRIPT = `try{document.documentElement.dataset.theme=localStorage.getItem('${themeKeys.theme}')}catch{}`;

const computeDigest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Builds the offline page. Everything is inlined, because the service worker caches no other file. */
export const renderOfflinePage = (t: Translator): string =>
  renderBarePage(t, { ...getOfflineTexts(t), script: SCRIPT });

type BarePage = { title: string; text: string; again: string; hint: string; script: string; more?: string };

/**
 * Builds a page that needs no other file.
 * @param page.script runs at the end; the page's only button reloads it
 * @param page.more HTML below the hint
 */
export function renderBarePage(t: Translator, { title, text, again, hint, script, more = '' }: BarePage): string {
  const policy = `default-src 'none'; img-src 'self'; style-src ${computeDigest(STYLE)}; script-src ${computeDigest(THEME_SCRIPT)} ${computeDigest(script)}; base-uri 'none'; form-action 'none'`;
  const mark = drawLogo('color').replace('<svg ', '<svg aria-hidden="true" ').trim();
  return `<!doctype html>
<html lang="${t.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="robots" content="noindex">
<meta name="theme-color" content="${themeColors.dark}">
<script>${THEME_SCRIPT}</script>
<title>${title} · ${site.name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${mark}
<h1>${title}</h1>
<p>${text}</p>
<button type="button">${again}</button>
<small>${hint}</small>
${more}</main>
<script>${script}</script>
</body>
</html>
`;
}
