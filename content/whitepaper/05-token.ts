import type { Translator } from '../../messages/translator.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';
import { getToken, MARKET_CAP_THOUSANDS } from './token.ts';
import { tokenAllocations } from './token-figures.ts';

export const getTokenSection = (t: Translator): Section => {
  const token = getToken(t);
  const { totalSupply: supply, burned, effectiveSupply, unassigned } = token;
  const { extraBurn } = token.graduation;
  const allocated = supply - unassigned;
  return {
    id: 'token',
    number: 5,
    title: t(messages.tokenTitle),
    summary: t(messages.tokenSummary),
    blocks: [
      { kind: 'text', text: t(messages.tokenPurpose) },
      { kind: 'figure', figure: 'token-allocation', caption: t(messages.tokenFigureCaption, { supply }) },
      {
        kind: 'table',
        caption: t(messages.tokenAllocationCaption),
        columns: [t(messages.tokenColumnLine), t(messages.tokenColumnShare), t(messages.tokenColumnTokens)],
        rows: token.allocations.map(({ name, percent, tokens }) => [
          name,
          t(messages.tokenShare, { percent }),
          tokens.toLocaleString(t.locale),
        ]),
      },
      {
        kind: 'text',
        text: t(messages.tokenRemainder, {
          allocated,
          unassigned,
          percent: (unassigned / supply) * 100,
          burned,
          effectiveSupply,
        }),
      },
      { kind: 'heading', text: t(messages.tokenTiersTitle) },
      {
        kind: 'table',
        caption: t(messages.tokenTiersCaption),
        columns: [t(messages.tokenColumnTier), t(messages.tokenColumnTokens), t(messages.tokenColumnOpens)],
        rows: token.tiers.map(({ name, label, opens }) => [name, label, opens]),
      },
      { kind: 'text', text: t(messages.tokenProof) },
      { kind: 'heading', text: t(messages.tokenStatusTitle) },
      {
        kind: 'statuses',
        items: [
          { name: t(messages.tokenBurnName), status: 'Live', text: t(messages.tokenBurn, { burned }) },
          { name: t(messages.tokenTiersName), status: 'Beta', text: t(messages.tokenTiers) },
          {
            name: t(messages.tokenLockName),
            status: 'Pending',
            text: t(messages.tokenLock, { tokens: tokenAllocations['dev-wallet'].tokens }),
          },
          {
            name: t(messages.tokenGraduationName),
            status: 'Pending',
            text: t(messages.tokenGraduation, { thousands: MARKET_CAP_THOUSANDS }),
          },
          {
            name: t(messages.tokenFurtherBurnName, { extraBurn }),
            status: 'Pending',
            text: t(messages.tokenFurtherBurn, { extraBurn }),
          },
          { name: t(messages.tokenAirdropsName), status: 'Planned', text: t(messages.tokenAirdrops) },
        ],
      },
      { kind: 'note', text: t(messages.tokenSeedPhrase) },
    ],
  };
};
