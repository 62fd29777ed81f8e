import type { Section } from '../schema/whitepaper-schema.ts';

export const automation: Section = {
  id: 'automation',
  number: 8,
  title: 'Automation and AI agents',
  summary: 'Machines do the looking and the reminding. People decide.',
  blocks: [
    {
      kind: 'statuses',
      items: [
        {
          name: 'Matcher',
          status: 'Beta',
          text: 'Runs every two hours, proposes squads and pairs, writes down its reasons.',
        },
        {
          name: 'Notifier',
          status: 'Beta',
          text: 'Sends one message for each cause, in your quiet hours only if you agreed.',
        },
        {
          name: 'Build Assistant',
          status: 'Beta',
          text: 'Advice for your role, your archetype and the gaps of your squad.',
        },
        { name: 'Deadline keeper', status: 'Beta', text: 'Refunds a team assembly that is late, on its own.' },
        {
          name: 'Clip agent',
          status: 'Planned',
          text: 'Suggests moments of a stream worth cutting; the streamer chooses.',
        },
      ],
    },
    { kind: 'heading', text: 'Three rules for our machines' },
    {
      kind: 'list',
      items: [
        '**No verdicts on people.** Bans and disputes are decided by a human and can be appealed.',
        '**Reasons from data.** An explanation is built from the same figures as the score. It is not written afterwards to sound good.',
        '**No surprise bills.** Where a language model helps, the product still works without it.',
      ],
    },
  ],
};
