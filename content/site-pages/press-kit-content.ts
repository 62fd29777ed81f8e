import type { Translator } from '../../messages/translator.ts';
import { paths } from '../paths.ts';
import type { PressKit } from '../schema/page-schema.ts';
import * as messages from './content-site-pages.messages.ts';

export const getPressKit = (t: Translator): PressKit => ({
  title: t(messages.pressTitle),
  intro: t(messages.pressIntro),
  facts: [
    { label: t(messages.pressFactName), value: t(messages.pressFactNameValue) },
    { label: t(messages.pressFactWhat), value: t(messages.pressFactWhatValue) },
    { label: t(messages.pressFactProduct), value: t(messages.pressFactProductValue) },
    { label: t(messages.pressFactStage), value: t(messages.pressFactStageValue) },
    { label: t(messages.pressFactPrice), value: t(messages.pressFactPriceValue) },
    { label: t(messages.pressFactStreams), value: t(messages.pressFactStreamsValue) },
    { label: t(messages.pressFactTournament), value: t(messages.pressFactTournamentValue) },
    { label: t(messages.pressFactWhitepaper), value: t(messages.pressFactWhitepaperValue) },
  ],
  boilerplate: { short: t(messages.pressShort), long: t(messages.pressLong) },
  sections: [
    {
      id: 'words',
      title: t(messages.pressWordsTitle),
      paragraphs: [t(messages.pressWordsText)],
      points: [t(messages.pressWordSquad), t(messages.pressWordHeldFunds), t(messages.pressWordCrew)],
    },
  ],
  logoUse: {
    do: [t(messages.pressDoAsIs), t(messages.pressDoSpace), t(messages.pressDoContrast)],
    dont: [t(messages.pressDontChange), t(messages.pressDontEndorse), t(messages.pressDontReuse)],
  },
  assets: [
    {
      id: 'logo-color',
      title: t(messages.pressLogoColorTitle),
      file: '/brand/logo.svg',
      alt: t(messages.pressLogoColorAlt),
      size: 'SVG',
    },
    {
      id: 'logo-light',
      title: t(messages.pressLogoLightTitle),
      file: '/brand/logo-light.svg',
      alt: t(messages.pressLogoLightAlt),
      size: 'SVG',
    },
    {
      id: 'logo-dark',
      title: t(messages.pressLogoDarkTitle),
      file: '/brand/logo-dark.svg',
      alt: t(messages.pressLogoDarkAlt),
      size: 'SVG',
    },
    {
      id: 'icon-512',
      title: t(messages.pressIconTitle),
      file: '/brand/icon-512.png',
      alt: t(messages.pressIconAlt),
      size: '512 × 512 PNG',
    },
    {
      id: 'banner',
      title: t(messages.pressBannerTitle),
      file: '/brand/banner-1200x630.png',
      alt: t(messages.pressBannerAlt),
      size: '1200 × 630 PNG',
    },
  ],
  actions: [{ label: t(messages.pressAsk), href: paths.help }],
});
