import { describe, expect, it } from 'vitest';
import { readStoredText, writeInEveryLanguage, writeSharedText } from './every-language.ts';
import { lazyText } from './lazy-text.ts';
import { TRANSLATED_LOCALES } from './locales.ts';
import { message } from './message.ts';
import type { Translator } from './translator.ts';
import { getTranslator } from './translators.ts';

// Messages of a feature, which this folder may not import.
const paidMessage = message('payments.memoPaid', 'Payment received and held');
const lessFee = message<{ memo: string; percent: string }>('payments.memoLessFee', [
  ['memo'],
  ', less our fee of ',
  ['percent'],
]);

describe('writeInEveryLanguage', () => {
  it('writes messages and functions in English and every other language', () => {
    for (const sharedText of [paidMessage, (t: Translator) => t(paidMessage)]) {
      const { text, translations } = writeInEveryLanguage(sharedText);
      expect(text).toBe('Payment received and held');
      expect(Object.keys(translations!)).toEqual([...TRANSLATED_LOCALES]);
      expect(translations).toMatchObject({ fr: 'Paiement reçu et bloqué', de: 'Zahlung erhalten und zurückgehalten' });
    }
  });

  it('fills in the values of a message', () => {
    const sharedText = lazyText(lessFee, { memo: 'Back', percent: '5%' });
    expect(writeInEveryLanguage(sharedText).translations).toMatchObject({ fr: 'Back, moins nos frais de 5%' });
  });

  it('stores no translations when they would equal the English', () => {
    expect(writeInEveryLanguage('As agreed.')).toEqual({ text: 'As agreed.', translations: null });
    expect(writeInEveryLanguage((t) => (t.locale === 'de' ? 'So' : 'This'))).toEqual({
      text: 'This',
      translations: { de: 'So' },
    });
  });
});

describe('writeSharedText', () => {
  it('returns shared text in the given language', () => {
    expect(writeSharedText(getTranslator('fr'), paidMessage)).toBe('Paiement reçu et bloqué');
    expect(writeSharedText(getTranslator('fr'), 'As agreed.')).toBe('As agreed.');
  });
});

describe('readStoredText', () => {
  it('returns English when a language is missing', () => {
    expect(readStoredText({ text: 'This', translations: { de: 'So' } }, 'de')).toBe('So');
    expect(readStoredText({ text: 'This', translations: { de: 'So' } }, 'fr')).toBe('This');
    expect(readStoredText({ text: 'This', translations: null }, 'de')).toBe('This');
  });
});
