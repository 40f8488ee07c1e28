/** Tests the formats for chat services. The limits are copied from each service's documentation. */
import type { ToldEvent } from '../../../lambdas/webhooks/formats/chat-text.ts';
import { chatBody, type webhookFormats } from '../../../lambdas/webhooks/formats/webhook-format.ts';
import { signedRequest } from '../../../lambdas/webhooks/delivery/envelope.ts';
import { newWebhook } from '../../../lambdas/webhooks/webhook.ts';
import type { Submission } from '../../../lambdas/submissions/submission.ts';
import { AT, submissionOf } from '../../support/samples/email-samples.ts';

const HOSTILE = [
  '@everyone @here <!channel> <!here> <@U012AB3CD> <#C012> <!subteam^S1> <@&99> <@99>',
  '*bold* _it_ ~no~ `code` ```block``` ||spoiler|| > quote\n# head\n- list\n1. one',
  '[click](https://evil.example) <https://evil.example|click> https://evil.example <t:1618953630:R> <:a:1>',
  '<at>Ann</at> <b>bold</b> &amp; &lt;!channel&gt;',
].join('\n');
/** Returns a submission with the maximum number of fields and the maximum text length. */
const huge = (character: string): Submission =>
  submissionOf(
    ...Array.from({ length: 200 }, (_, index): [string, string] => [
      `field ${index} ${character.repeat(50)}`,
      character.repeat(1200),
    ]),
  );
const single = (character: string): Submission => submissionOf(['message', character.repeat(200_000)]);
const LARGE: [string, Submission][] = ['x', '&', '*', 'é', '漢', '😀', '"', '\n'].flatMap(
  (character): [string, Submission][] => [
    [`200 fields of ${JSON.stringify(character)}`, huge(character)],
    [`one field of ${JSON.stringify(character)}`, single(character)],
  ],
);

const toldOf = (submission?: Submission): ToldEvent => ({
  event: submission ? 'submission.created' : 'webhook.test',
  submission,
});
const slack = (of?: Submission): any => chatBody('slack', toldOf(of));
const discord = (of?: Submission): any => chatBody('discord', toldOf(of));
const teams = (of?: Submission): any => chatBody('teams', toldOf(of));

describe('slack', () => {
  it('shows the fields in the order in which they were submitted', () => {
    const texts = slack(submissionOf(['name', 'Ada'], ['topics', '["a","b"]'])).blocks.map(
      (each: any) => each.text.text,
    );
    expect(texts.slice(0, 3)).toEqual(['New submission', 'name: Ada', 'topics: a, b']);
    expect(texts.at(-1)).toContain('sub_777777777701KBANANAS0000000000000');
  });

  it.each(LARGE)('stays within the limits with %s', (_, of) => {
    const { text, blocks } = slack(of);
    expect(text).toBe('New submission');
    expect(blocks.length).toBeLessThanOrEqual(50);
    const lengths = blocks.map((each: any) => each.text.text.length as number);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(3000);
    expect(Math.min(...lengths)).toBeGreaterThan(0);
    expect(lengths.reduce((sum: number, each: number) => sum + each, 0)).toBeLessThanOrEqual(13_000);
    expect(JSON.stringify(blocks)).toContain('…');
  });

  it("doesn't interpret mentions or markup in the input", () => {
    const message = slack(submissionOf(['<!channel>', HOSTILE]));
    for (const { type, text } of message.blocks) {
      expect([type, text.type, text.emoji]).toEqual(['section', 'plain_text', false]);
      expect(text.text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
    }
    expect(message).toMatchObject({ text: 'New submission', mrkdwn: false, unfurl_links: false });
  });

  it('never splits an escaped character', () => {
    const longest = slack(single('&')).blocks[1].text.text as string;
    expect(longest).toMatch(/^message: (&amp;)+…$/);
  });
});

describe('discord', () => {
  it.each(LARGE)('stays within the limits with %s', (_, of) => {
    const { content, embeds } = discord(of);
    expect(content).toBeUndefined();
    expect(embeds).toHaveLength(1);
    expect(embeds[0].title.length).toBeLessThanOrEqual(256);
    expect(embeds[0].description.length).toBeLessThanOrEqual(4096);
    expect(embeds[0].description.endsWith('…')).toBe(true);
  });

  it("doesn't notify people or interpret markup, links, or mentions in the input", () => {
    const { allowed_mentions, embeds } = discord(submissionOf(['@everyone', HOSTILE]));
    expect(allowed_mentions).toEqual({ parse: [] });
    const unescaped = (embeds[0].description as string).replace(/\\[!-/:-@[-`{-~]/g, '');
    expect(unescaped).not.toMatch(/[!-/:-@[-`{-~]/);
    expect(embeds[0].description).toContain('https\\:\\/\\/evil\\.example');
  });

  it('never splits an escaped character', () => {
    expect(discord(single('*')).embeds[0].description).toMatch(/^message\\: (\\\*)+…$/);
  });
});

describe('teams', () => {
  it.each(LARGE)('stays within 28 KB in both UTF-8 and UTF-16 with %s', (_, of) => {
    const json = JSON.stringify(teams(of));
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(28 * 1024);
    expect(Buffer.byteLength(json, 'utf16le')).toBeLessThanOrEqual(28 * 1024);
    expect(json).toContain('…');
  });

  it("is a card with text runs, which Teams doesn't parse as Markdown, and has no mentions", () => {
    const message = teams(submissionOf(['<at>Ann</at>', HOSTILE]));
    const { content, contentType } = message.attachments[0];
    expect(contentType).toBe('application/vnd.microsoft.card.adaptive');
    expect(content).toMatchObject({ type: 'AdaptiveCard', version: '1.4' });
    expect(content).not.toHaveProperty('msteams');
    for (const { type, inlines } of content.body) {
      expect(type).toBe('RichTextBlock');
      for (const run of inlines) expect([run.type, run.selectAction]).toEqual(['TextRun', undefined]);
    }
    expect(content.body[1].inlines[1].text).toBe(HOSTILE);
  });
});

describe('every format', () => {
  const made = newWebhook(
    { account_id: 'acc_1', owner_id: 'frm_7777777777' },
    { url: 'https://one.example/' },
    AT,
    (count) => new Uint8Array(count).fill(7),
  );
  const of = submissionOf(['name', 'Ada']);
  const bodyIn = (format?: (typeof webhookFormats)[number]) =>
    signedRequest(
      { delivery_id: 'whd_1', event: 'submission.created' },
      1,
      { ...made, ...(format && { format }) },
      of,
      { baseUrl: 'https://forms.example', now: AT },
    ).body;

  it('omits the envelope, except for the standard format, which stays the same byte for byte', () => {
    const envelope =
      '{"type":"submission.created","id":"whd_1","created_at":"2026-11-30T14:05:00.000Z",' +
      '"data":{"submission_id":"sub_777777777701KBANANAS0000000000000","form_id":"frm_7777777777",' +
      '"payload":{"name":"Ada"},"files":[]}}';
    expect(bodyIn()).toBe(envelope);
    expect(bodyIn('standard')).toBe(envelope);
    for (const format of ['slack', 'discord', 'teams'] as const) {
      expect(bodyIn(format)).toBe(JSON.stringify(chatBody(format, toldOf(of))));
    }
  });

  it('lists files without their links', () => {
    const file = {
      file_id: 'file_1',
      field: 'cv',
      name: 'cv <@U1>.pdf',
      content_type: 'application/pdf',
      size: 1,
    };
    const withFile = { ...of, attachments: [file] };
    expect(JSON.stringify(slack(withFile))).toContain('Files: cv &lt;@U1&gt;.pdf');
    expect(JSON.stringify(teams(withFile))).toContain('cv <@U1>.pdf');
    expect(JSON.stringify(discord(withFile))).toContain('cv');
  });

  it('has a message for a test ping', () => {
    expect(slack().blocks).toHaveLength(1);
    expect(discord().embeds).toEqual([{ title: 'Test ping' }]);
    expect(teams().attachments).toHaveLength(1);
  });
});

describe('other events', () => {
  const failure = {
    delivery_id: 'whd_1',
    webhook_id: 'wh_1',
    submission_id: 'sub_1',
    form_id: 'frm_1',
    attempts: 5,
    last_error: 'HTTP 503 <!channel>',
  };
  const deletion = { submission_id: 'sub_1', form_id: 'frm_1', deleted_at: '2026-11-30T14:05:00.000Z' };
  const changed = {
    changed: ['status', 'labels'],
    actor: { type: 'member', id: 'mem_1', name: '<!channel> Grace' },
  };

  it.each([
    ['submission.updated', changed, 'A submission was changed.'],
    ['submission.deleted', { ...deletion, reason: 'deleted' }, 'A submission was deleted.'],
    [
      'submission.deleted',
      { ...deletion, reason: 'expired' },
      'A submission was deleted because its retention period ended.',
    ],
    ['delivery.failed', failure, 'All attempts of a delivery failed.'],
  ] as const)('begin with a sentence: %s', (event, facts, sentence) => {
    const submission = event === 'submission.updated' ? submissionOf(['name', 'Ada']) : undefined;
    const told: ToldEvent = { event, submission, facts };
    expect((chatBody('slack', told) as any).text).toBe(sentence);
    expect((chatBody('discord', told) as any).embeds[0].title).toBe(sentence);
    expect(JSON.stringify(chatBody('teams', told))).toContain(sentence);
    expect(JSON.stringify(chatBody('slack', told))).not.toContain('<!channel>');
  });

  it('say what changed and who changed it', () => {
    const told: ToldEvent = {
      event: 'submission.updated',
      submission: submissionOf(['name', 'Ada']),
      facts: changed,
    };
    const texts = (chatBody('slack', told) as any).blocks.map((each: any) => each.text.text);
    expect(texts.slice(1, 4)).toEqual([
      'Changed: status, labels',
      'Changed by: &lt;!channel&gt; Grace',
      'name: Ada',
    ]);
  });
});
