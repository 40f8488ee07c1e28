/** Tests how the HTML part of e-mails looks in a webmail client. */
import type { Browser, Page } from 'playwright-core';
import type { AttachmentView } from '../../lambdas/files/attachment.ts';
import { autoresponseEmail } from '../../lambdas/emails/content/autoresponse.ts';
import type { Email } from '../../lambdas/emails/email.ts';
import { notificationEmail } from '../../lambdas/emails/content/notification.ts';
import { webhookEmail } from '../../lambdas/emails/content/webhook-email.ts';
import { quotaNoticeEmail } from '../../lambdas/emails/content/quota-notice-email.ts';
import { confirmationEmail } from '../../lambdas/emails/recipients/confirmation-email.ts';
import { languages } from '../../lambdas/core/text/language.ts';
import { newForm } from '../../lambdas/forms/form.ts';
import { payloadOfPairs, type PostedField } from '../../lambdas/core/payload.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { newSubmission } from '../../lambdas/submissions/submission.ts';
import { axeViolations } from '../support/browser/axe.ts';
import { startBrowser } from '../support/browser/chromium.ts';

const NOW = Date.UTC(2026, 10, 30, 14, 5);
const LONG = 'longer_than_any_line_'.repeat(20);
const FIELDS: PostedField[] = [
  ['name', 'Ada Lovelace'],
  ['שם', 'שלום עולם'],
  [LONG, LONG],
  ['message', 'Hello,\n\nhow are you?'],
];
const sender = { name: 'Forms', address: 'forms@example.com' };
const form = newForm(
  'acc_1',
  { name: `Contact ${LONG.slice(0, 180)}`, notify_emails: ['owner@example.com'] },
  NOW,
  systemRandom,
);
const submission = newSubmission(
  form,
  { status: 'received', payload: payloadOfPairs(FIELDS) },
  { now: NOW, random: systemRandom, spamRetentionDays: 30 },
);
const to = {
  recipient_id: 'rcp_1',
  address: 'owner@example.com',
  unsubscribeUrl: `https://forms.example/v1/unsubscriptions/${LONG}`,
};
const account = { account_id: 'acc_1', name: `Acme ${LONG.slice(0, 100)}`, cursor_key: 'key' };
const file: AttachmentView = {
  id: 'f1',
  field: 'cv',
  name: `${LONG}.pdf`,
  content_type: 'application/pdf',
  size: 12_600,
  url: 'https://forms.example/f',
};
const emails: [string, Email][] = [
  [
    'a notification',
    notificationEmail({ submission, form, baseUrl: 'https://forms.example', files: [file], to }, sender),
  ],
  [
    'an automatic response',
    autoresponseEmail(
      {
        submission,
        form,
        autoresponder: {
          enabled: true,
          subject: 'Thank you',
          text: `Dear {{name}},\n{{${LONG.slice(0, 200)}}}${LONG}`,
        },
        to: 'ada@example.org',
      },
      sender,
    ),
  ],
  [
    'the notice of a disabled webhook',
    webhookEmail(
      {
        job: {
          kind: 'webhook-disabled',
          id: 'notice',
          account_id: 'acc_1',
          form_id: form.form_id,
          webhook_id: 'wh_1',
          url: `https://receiver.example/${LONG}`,
          failing_since: '2026-11-25T10:00:00.000Z',
          disabled_at: '2026-11-30T14:05:00.000Z',
          reason: 'failing',
        },
        form,
        baseUrl: 'https://forms.example',
        to,
      },
      sender,
    ),
  ],
  ...languages.flatMap((language): [string, Email][] => [
    [
      `the request to confirm in ${language}`,
      confirmationEmail(
        {
          id: 'confirmation',
          form: { ...form, language },
          account,
          to: `${'a'.repeat(60)}@example.com`,
          confirmUrl: `https://forms.example/v1/confirmations/${LONG}`,
        },
        sender,
      ),
    ],
    [
      `a notification with a brand in ${language}`,
      notificationEmail(
        {
          submission,
          form: { ...form, language, brand: { name: 'Example GmbH', logo_url: null, color: '#ffe066' } },
          baseUrl: 'https://forms.example',
          files: [file],
          to,
        },
        sender,
      ),
    ],
    [
      `the notice of the quota in ${language}`,
      quotaNoticeEmail(
        {
          job: {
            kind: 'quota-notice',
            account_id: 'acc_1',
            month: '2026-11',
            percent: 80,
            used: 8000,
            limit: 10_000,
          },
          account,
          baseUrl: 'https://forms.example',
          to: 'owner@example.com',
        },
        sender,
        language,
      ),
    ],
  ]),
];

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/**
 * Returns accessibility violations. Skips the language check for autoresponses, because the service doesn't
 * know their language.
 */
async function seenFaults(page: Page, isOurs: boolean): Promise<string[]> {
  const violations = await axeViolations(page, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
    rules: { 'html-has-lang': { enabled: isOurs } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${String(nodes[0]?.target)}`);
}

describe.each(emails)('%s', (what, { html }) => {
  it.each([
    [600, 'light'],
    [360, 'light'],
    [360, 'dark'],
  ] as const)('is readable and fits a screen %i pixels wide in %s mode', async (width, colorScheme) => {
    const page = await browser.newPage({ viewport: { width, height: 600 }, colorScheme });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.setContent(html);
    const shownWidth = await page.evaluate('document.documentElement.scrollWidth');
    expect(shownWidth).toBe(width);
    expect(await seenFaults(page, what !== 'an automatic response')).toEqual([]);
    expect(asked).toEqual([]);
    await page.close();
  });
});
