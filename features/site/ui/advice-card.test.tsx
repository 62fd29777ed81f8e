import { expect, it } from 'vitest';
import type { Locale } from '../../../messages/locales.ts';
import { getTranslator } from '../../../messages/translators.ts';
import { TranslatorProvider } from '../../../messages/use-translator.tsx';
import { renderText } from '../../../web/test-page.ts';
import { toBuildCard } from '../advice/advice.wording.ts';
import { planBuild } from '../advice/build-plan.rules.ts';
import { NO_WISHES } from '../advice/wishes.rules.ts';
import { AdviceCard } from './advice-card.tsx';

const { build } = planBuild(
  { ...NO_WISHES, chips: ['position.C'], height_cm: 213, weight_lb: 260, budget: 1_000 },
  null,
);

const render = (locale: Locale) => {
  const t = getTranslator(locale);
  return renderText(
    <TranslatorProvider value={t}>
      <AdviceCard card={toBuildCard(t, build)} />
    </TranslatorProvider>,
  );
};

it('shows US and metric units, and points without a separator, in English', () => {
  expect(render('en')).toMatch(/^Height 7'0" \(213 cm\) Weight 260 lb \(118 kg\) Points \d+ \/ 1000 /);
});

it("formats measures and points for the reader's locale", () => {
  expect(render('de')).toMatch(/^Größe 2,13 m Gewicht 118 kg Punkte [\d.]+ \/ 1\.000 /);
});
