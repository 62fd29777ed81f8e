import { describe, expect, it } from 'vitest';
import { inlineMessages, MESSAGE_MARK, writeEnglish, writeMark } from './inline-messages.ts';

const read = () => ({ saved: 'Saved "twice"', left: '{name} left' });
const IMPORT = "import * as messages from '../lfg.messages.ts';\n";

describe('inlineMessages', () => {
  it('replaces each reference with the compiled text', () => {
    const code = `${IMPORT}t(messages.left, { name }); const LABELS = { a: messages.saved };`;
    expect(inlineMessages(code, 'features/lfg/ui/card.tsx', writeEnglish, read)).toBe(
      '\nt([["name"]," left"], { name }); const LABELS = { a: "Saved \\"twice\\"" };',
    );
  });

  it('ignores names that only look like the catalog', () => {
    const code = `${IMPORT}thread.messages.length; myMessages.left; t(messages.saved)`;
    expect(inlineMessages(code, 'features/lfg/ui/card.tsx', writeEnglish, read)).toBe(
      '\nthread.messages.length; myMessages.left; t("Saved \\"twice\\"")',
    );
  });

  it('leaves types unchanged', () => {
    const code = `${IMPORT}const LABELS: Record<string, typeof messages.left> = { a: messages.left };`;
    expect(inlineMessages(code, 'features/lfg/ui/card.tsx', writeEnglish, read)).toBe(
      '\nconst LABELS: Record<string, typeof messages.left> = { a: [["name"]," left"] };',
    );
  });

  it("refuses a message that isn't in the catalog", () => {
    expect(() => inlineMessages(`${IMPORT}t(messages.gone)`, 'features/lfg/ui/card.tsx', writeEnglish, read)).toThrow(
      'features/lfg/ui/card.tsx refers to messages.gone, which its catalog lacks',
    );
  });

  it('replaces each reference with a placeholder that changes with the text', () => {
    const inlineText = (text: string) =>
      inlineMessages(`${IMPORT}t(messages.saved)`, 'features/lfg/ui/card.tsx', writeMark, () => ({ saved: text }));
    const [[, , id]] = [...inlineText('Saved').matchAll(MESSAGE_MARK)] as [RegExpMatchArray];
    expect(id).toBe('lfg.saved');
    expect(inlineText('Saved')).not.toBe(inlineText('Stored'));
  });
});
