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
          text: 'Sends one message per cause, and in your quiet hours only if you agreed.',
        },
        {
          name: 'Build Assistant',
          status: 'Beta',
          text: "Advice for your role, your archetype and your squad's gaps.",
        },
        { name: 'Deadline keeper', status: 'Beta', text: 'Refunds a late team assembly automatically.' },
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
        '**No verdicts on people.** A human decides bans and disputes, and you can appeal.',
        "**Reasons from data.** We build each explanation from the same figures as the score. We don't write it afterwards to sound good.",
        '**No surprise bills.** Where a language model helps, the product still works without it.',
      ],
    },
  ],
};
