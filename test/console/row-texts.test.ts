import { summaryOf } from '../../console/inbox/row-texts.ts';

const lead = {
  payload: {
    name: 'Oliver Bennett',
    message: 'Hello, do you deliver to Scotland, and would you carry two benches to Édimbourg for us?',
    subject: 'Delivery',
  },
};

it('joins all values except the sender, longest first', () => {
  expect(summaryOf(lead)).toBe(`${lead.payload.message} · Delivery`);
});

it('starts with the value that contains a matching word', () => {
  expect(summaryOf(lead, 'delivery')).toBe(`Delivery · ${lead.payload.message}`);
});

it('starts near the first matching word if that word would otherwise be cut off', () => {
  expect(summaryOf(lead, 'edimbourg')).toBe('…benches to Édimbourg for us? · Delivery');
  expect(summaryOf(lead, 'benches delivery')).toBe('…carry two benches to Édimbourg for us? · Delivery');
});

it('starts at the beginning if a word matches there or nowhere', () => {
  expect(summaryOf(lead, 'deliver')).toMatch(/^Hello, do you/);
  expect(summaryOf(lead, 'oliver')).toMatch(/^Hello, do you/);
});

it('shortens a long word without spaces', () => {
  expect(summaryOf({ payload: { text: `${'x'.repeat(50)}needle` } }, 'needle')).toBe('');
  expect(summaryOf({ payload: { name: 'Ada', text: `${'x'.repeat(50)}needle` } }, 'needle')).toBe(
    '…xxxxxxxxxxxxneedle',
  );
});
