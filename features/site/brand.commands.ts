import { readFileSync } from 'node:fs';
import { partners } from '../../content/partners/partners-content.ts';
import { paths } from '../../content/paths.ts';
import { servedFiles } from '../../content/served-files.ts';
import { getSiteDescription, site } from '../../content/site.ts';
import { teamGroups } from '../../content/team/groups.ts';
import { LOCALES } from '../../messages/locales.ts';
import type { Translator } from '../../messages/translator.ts';
import { getTranslator } from '../../messages/translators.ts';
import type { Deps } from '../../server/deps.ts';
import { renderDrawing } from '../profiles/profile-pictures/share-pictures.commands.ts';
import { drawBadge, drawIcon, drawLogo } from './brand.drawing.ts';
import { getSitePicture } from './link-pictures.commands.ts';
import { renderOfflinePage } from './offline-page.drawing.ts';
import {
  drawBallCloseUp,
  drawCoachArea,
  drawCrewLab,
  drawHeroPlanet,
  drawHeroSky,
  drawLiveWorld,
  drawMainCourt,
  drawMetaverseWorld,
  drawPlanPlanet,
  drawStoryPictures,
  drawSunrise,
  drawTournamentWorld,
} from './page-art.drawing.ts';
import { drawPartnerMarks } from './partner-marks.drawing.ts';
import { drawSeatAvatar } from './seat-avatars.drawing.ts';
import * as messages from './site.messages.ts';

/** Seed of the partner logos on the partners page. A different seed in the logo tool gives different logos. */
export const MARK_SEED = 'season-573';

export type PublicFile = { path: string; content: string | Uint8Array };

/** Returns the generated text files that the site serves as is, so a test can compare them cheaply. */
export function listDrawnFiles(): PublicFile[] {
  const members = teamGroups.flatMap((group) => group.members);
  return [
    { path: 'favicon.svg', content: readFileSync('web/ui/favicon.svg', 'utf8') },
    { path: 'art/hero-planet.svg', content: drawHeroPlanet() },
    { path: 'art/hero-sky.svg', content: drawHeroSky() },
    { path: 'art/limb.svg', content: drawBallCloseUp() },
    { path: 'art/sunrise.svg', content: drawSunrise() },
    { path: 'art/live-features.svg', content: drawLiveWorld() },
    { path: 'art/metaverse-vision.svg', content: drawMetaverseWorld() },
    { path: 'art/tournament-of-power.svg', content: drawTournamentWorld() },
    ...drawStoryPictures().map((content, index) => ({ path: `art/story-${index + 1}.svg`, content })),
    { path: 'art/main-court.svg', content: drawMainCourt() },
    { path: 'art/crew-lab.svg', content: drawCrewLab() },
    { path: 'art/coach-handles.svg', content: drawCoachArea('handle') },
    { path: 'art/coach-lock.svg', content: drawCoachArea('perimeter') },
    { path: 'art/coach-paint.svg', content: drawCoachArea('paint') },
    { path: 'art/plan-free.svg', content: drawPlanPlanet(0) },
    { path: 'art/plan-pro.svg', content: drawPlanPlanet(1) },
    { path: 'art/plan-premium.svg', content: drawPlanPlanet(2) },
    ...drawPartnerMarks(partners, MARK_SEED).map(({ id, svg }) => ({ path: `partner-marks/${id}.svg`, content: svg })),
    ...members.map((member) => ({
      path: member.avatar.slice(1),
      content: drawSeatAvatar(member.id, member.accent_color),
    })),
    { path: 'brand/logo.svg', content: drawLogo('color') },
    { path: 'brand/logo-light.svg', content: drawLogo('light') },
    { path: 'brand/logo-dark.svg', content: drawLogo('dark') },
    ...LOCALES.map(getTranslator).flatMap((t) => [
      { path: servedFiles.manifest(t.locale).slice(1), content: createManifest(t) },
      { path: servedFiles.offlinePage(t.locale).slice(1), content: renderOfflinePage(t) },
    ]),
  ];
}

/** Renders the raster images among the public files. */
export async function renderBrandFiles(deps: Pick<Deps, 'pictures'>): Promise<PublicFile[]> {
  const drawPng = (svg: string) =>
    renderDrawing(deps, 'brand', { draw: 'png', svg, palette: { quality: 95, effort: 10 } });
  return [
    { path: 'brand/icon-512.png', content: await drawPng(drawIcon(512, false)) },
    { path: 'brand/icon-192.png', content: await drawPng(drawIcon(192, false)) },
    { path: 'brand/icon-maskable-512.png', content: await drawPng(drawIcon(512, true)) },
    { path: 'brand/badge-96.png', content: await drawPng(drawBadge(96)) },
    { path: 'apple-touch-icon.png', content: await drawPng(drawIcon(180, true)) },
    { path: 'brand/banner-1200x630.png', content: await getSitePicture(deps) },
  ];
}

function createManifest(t: Translator): string {
  const icons = [
    { src: '/brand/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/brand/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/brand/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ];
  const [ownIcon] = icons;
  const shortcuts = [
    { name: t(messages.shortcutPlay), url: paths.matches, icons: [ownIcon] },
    { name: t(messages.shortcutLfg), url: paths.lfg, icons: [ownIcon] },
    { name: t(messages.shortcutInbox), url: paths.inbox, icons: [ownIcon] },
  ];
  return `${JSON.stringify(
    {
      name: site.name,
      short_name: site.name,
      description: getSiteDescription(t).description,
      lang: t.locale,
      id: '/',
      start_url: paths.dashboard,
      scope: '/',
      display: 'standalone',
      background_color: '#07060f',
      theme_color: '#07060f',
      icons,
      shortcuts,
    },
    null,
    2,
  )}\n`;
}
