import { describe, expect, it } from 'vitest';
import { type EnvironmentError, readEnv } from './env.ts';
import { REFUSED_PORTS } from './refused-ports.ts';

describe('REFUSED_PORTS', () => {
  it.each([...REFUSED_PORTS].filter((port) => port > 0))('contains port %i, which fetch refuses', async (port) => {
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ cause: { message: 'bad port' } });
  });
});

describe('readEnv', () => {
  const listSentences = (variables: Record<string, string>): string[] => {
    try {
      readEnv(variables);
      return [];
    } catch (error) {
      return (error as EnvironmentError).messages;
    }
  };

  it('names every variable whose port fetch refuses', () => {
    const createSentence = (name: string, port: number) =>
      `${name} uses port ${port}, which browsers and fetch never connect to. Use another port, such as 3000.`;
    expect(listSentences({ PORT: '6000' })).toEqual([createSentence('PORT', 6000)]);
    expect(listSentences({ PUBLIC_ORIGIN: 'http://localhost:6667' })).toEqual([createSentence('PUBLIC_ORIGIN', 6667)]);
    expect(listSentences({ PORT: '0' })).toEqual([]);
    expect(listSentences({ PORT: '6001', PUBLIC_ORIGIN: 'https://crew.example' })).toEqual([]);
  });
});
