/** Tests that e-mails to a form's owners and recipients use the form's language. */
import { AUTORESPONSE_HEADERS, type Email } from '../../lambdas/emails/email.ts';
import { autoresponseEmail } from '../../lambdas/emails/content/autoresponse.ts';
import { notificationEmail } from '../../lambdas/emails/content/notification.ts';
import type { OwnerEmail } from '../../lambdas/emails/owner-email.ts';
import { quotaNoticeEmail } from '../../lambdas/emails/content/quota-notice-email.ts';
import { confirmationEmail } from '../../lambdas/emails/recipients/confirmation-email.ts';
import { sendJobEmails } from '../../lambdas/emails/send-job-emails.ts';
import { spamSummaryEmail } from '../../lambdas/emails/content/spam-summary-email.ts';
import type { SpamSummaryJob } from '../../lambdas/spam/spam-summary-job.ts';
import { webhookEmail } from '../../lambdas/emails/content/webhook-email.ts';
import type { Language } from '../../lambdas/core/text/language.ts';
import { formOf, recipientAt, submissionOf } from '../support/samples/email-samples.ts';
import { ADA, ANSWERING, EmailWorld, OWNERS } from './email-world.ts';

const sender = { name: 'X', address: 'x@x.test' };
const to = recipientAt('o@x.test');
const account = { account_id: 'acc_1', name: 'Ackme', cursor_key: 'key' };
const file = {
  id: 'f1',
  field: 'cv',
  name: 'cv.pdf',
  content_type: 'application/pdf',
  size: 12_600,
  url: 'https://x.test/f',
};
const aboutWebhook = {
  id: 'wh_1',
  account_id: 'acc_1',
  form_id: 'frm_1',
  webhook_id: 'wh_1',
  url: 'https://x.test/h',
  failing_since: '2026-11-25T10:00:00.000Z',
};
const jobs: OwnerEmail[] = [
  { kind: 'webhook-failing', ...aboutWebhook },
  { kind: 'webhook-disabled', ...aboutWebhook, disabled_at: '2026-11-30T14:05:00.000Z', reason: 'failing' },
  { kind: 'webhook-disabled', ...aboutWebhook, disabled_at: '2026-11-30T14:05:00.000Z', reason: 'gone' },
];
const quotaJob = (percent: 80 | 100) =>
  ({
    kind: 'quota-notice',
    account_id: 'acc_1',
    month: '2026-11',
    percent,
    used: 8000,
    limit: 10_000,
  }) as const;

const summaryJob: SpamSummaryJob = {
  kind: 'spam-summary',
  account_id: 'acc_1',
  form_id: 'frm_1',
  until: '2026-11-30T14:05:00.000Z',
  filed: 3,
  submission_ids: ['sub_1'],
};

/** Returns one e-mail of each kind for a form in the given language. */
function emailsIn(language: Language | null): Email[] {
  const form = formOf({ name: 'Tee', language });
  const submission = submissionOf(['email', 'ada@x.test']);
  return [
    notificationEmail({ submission, form, baseUrl: 'https://forms.example', files: [file], to }, sender),
    notificationEmail(
      { submission: submissionOf(), form, baseUrl: 'https://forms.example', files: [], to },
      sender,
    ),
    ...jobs.map((job) => webhookEmail({ job, form, baseUrl: 'https://forms.example', to }, sender)),
    confirmationEmail({ id: 'c', form, account, to: to.address, confirmUrl: 'https://x.test/c' }, sender),
    quotaNoticeEmail(
      { job: quotaJob(80), account, baseUrl: 'https://forms.example', to: to.address },
      sender,
      language ?? undefined,
    ),
    quotaNoticeEmail(
      { job: quotaJob(100), account, baseUrl: 'https://forms.example', to: to.address },
      sender,
      language ?? undefined,
    ),
    spamSummaryEmail(
      { job: summaryJob, form, submissions: [submission], baseUrl: 'https://x.test', to },
      sender,
    ),
  ];
}

const RECOVERIES: Record<Language, [failing: string, disabled: string]> = {
  en: [
    'We regularly check whether the endpoint is working again',
    'We’ll then automatically send everything',
  ],
  de: ['Wir prüfen regelmäßig, ob der Endpunkt wieder funktioniert', 'senden wir dann automatisch'],
  es: ['Comprobamos periódicamente si el endpoint', 'Entonces le enviaremos automáticamente'],
  it: ['Controlliamo regolarmente se l’endpoint', 'Gli invieremo poi automaticamente'],
  ru: ['Мы регулярно проверяем', 'После этого мы автоматически отправим'],
};
it.each(Object.keys(RECOVERIES) as Language[])(
  'says in %s that a webhook recovers automatically',
  (language) => {
    const form = formOf({ name: 'Tee', language });
    const textOf = (job: OwnerEmail) =>
      webhookEmail({ job, form, baseUrl: 'https://forms.example', to }, sender).text;
    const [failing, disabled] = jobs as [OwnerEmail, OwnerEmail];
    const expected = RECOVERIES[language];
    for (const [index, job] of [failing, disabled].entries()) {
      expect(textOf(job)).not.toContain(expected[index]);
      expect(textOf({ ...job, auto_recover: true })).toContain(expected[index]);
    }
  },
);

const SUBJECTS: Record<Language, string[]> = {
  en: [
    'New submission: Tee',
    'New submission: Tee',
    'Webhook failing: Tee',
    'Webhook disabled: Tee',
    'Webhook disabled: Tee',
    'Please confirm your address for e-mails about the form “Tee”',
    'Ackme has used 80% of this month’s submissions',
    'Ackme has used 100% of this month’s submissions',
    'Spam this week: Tee',
  ],
  de: [
    'Neue Einsendung: Tee',
    'Neue Einsendung: Tee',
    'Webhook schlägt fehl: Tee',
    'Webhook deaktiviert: Tee',
    'Webhook deaktiviert: Tee',
    'Bitte bestätigen Sie Ihre Adresse für E-Mails zum Formular „Tee“',
    '80\u00a0% des Monatskontingents verbraucht: Ackme',
    '100\u00a0% des Monatskontingents verbraucht: Ackme',
    'Spam dieser Woche: Tee',
  ],
  es: [
    'Nuevo envío: Tee',
    'Nuevo envío: Tee',
    'Webhook con errores: Tee',
    'Webhook deshabilitado: Tee',
    'Webhook deshabilitado: Tee',
    'Confirme su dirección para recibir correos sobre el formulario «Tee»',
    'Ackme ha consumido el 80\u00a0% de los envíos de este mes',
    'Ackme ha consumido el 100\u00a0% de los envíos de este mes',
    'Spam de esta semana: Tee',
  ],
  it: [
    'Nuovo invio: Tee',
    'Nuovo invio: Tee',
    'Webhook in errore: Tee',
    'Webhook disabilitato: Tee',
    'Webhook disabilitato: Tee',
    'Confermi il suo indirizzo per le email sul modulo «Tee»',
    'Ackme ha usato l’80% degli invii di questo mese',
    'Ackme ha usato il 100% degli invii di questo mese',
    'Spam di questa settimana: Tee',
  ],
  ru: [
    'Новая заявка: Tee',
    'Новая заявка: Tee',
    'Ошибка вебхука: Tee',
    'Вебхук отключён: Tee',
    'Вебхук отключён: Tee',
    'Подтвердите адрес для писем о форме «Tee»',
    'Ackme: использовано 80\u00a0% месячной квоты заявок',
    'Ackme: использовано 100\u00a0% месячной квоты заявок',
    'Спам за неделю: Tee',
  ],
};

it.each(Object.entries(SUBJECTS) as [Language, string[]][])('has subjects in %s', (language, subjects) => {
  expect(emailsIn(language).map(({ subject }) => subject)).toEqual(subjects);
});

it('is in English if the form has no language', () => {
  expect(emailsIn(null)).toEqual(emailsIn('en'));
});

/** Matches words that are common in English and don't exist in the other languages. */
const ENGLISH =
  /\b(?:the|this|that|of|and|or|your|you|it|is|with|from|to|for|when|not|submissions?|files?|address|e-?mails? about|failed|field|reply|received|days?|unsubscribe|somebody|bytes)\b/i;
/** Matches text that is identical in every language: URLs, addresses and ids. */
const NEUTRAL = /https?:\/\/\S+|\S+@\S+|\b(?:wh|sub)_\w+/g;
const textsOf = ({ text, html }: Email): string =>
  [text, html.replace(/<[^>]*>/g, ' ').replace(/&[#\w]+;/g, ' ')].join('\n').replace(NEUTRAL, ' ');

it.each(['de', 'es', 'it', 'ru'] as const)('contains no English words in %s', (language) => {
  for (const email of emailsIn(language)) {
    expect(textsOf(email)).not.toMatch(ENGLISH);
    expect(email.html).toContain(`<html lang="${language}">`);
  }
});

it('the check for English words can find them', () => {
  for (const email of emailsIn('en')) expect(textsOf(email)).toMatch(ENGLISH);
});

it('formats times for each language', () => {
  const timeIn = (language: Language, time_zone: string | null) =>
    /^(?:Received|Eingegangen am|Recibido el|Ricevuto il|Получено) (.*), \S+ sub_/m.exec(
      notificationEmail(
        {
          submission: submissionOf(),
          form: formOf({ language, time_zone }),
          baseUrl: 'https://forms.example',
          files: [],
          to,
        },
        sender,
      ).text,
    )?.[1];
  expect(timeIn('en', 'Europe/Berlin')).toBe('2026-11-30 15:05 (Europe/Berlin)');
  expect(timeIn('de', 'Europe/Berlin')).toBe('30.11.2026, 15:05 (Europe/Berlin)');
  expect(timeIn('de', null)).toBe('30.11.2026, 14:05 UTC');
  expect(timeIn('es', 'Europe/Madrid')).toBe('30 nov 2026, 15:05 (Europe/Madrid)');
  expect(timeIn('it', 'Europe/Rome')).toBe('30 nov 2026, 15:05 (Europe/Rome)');
  expect(timeIn('ru', 'Europe/Moscow')).toBe('30 нояб. 2026 г., 17:05 (Europe/Moscow)');
});

it('formats file sizes for each language', () => {
  const noteIn = (language: Language) =>
    /cv\.pdf \(cv, ([^)]*)\)/.exec(
      notificationEmail(
        {
          submission: submissionOf(),
          form: formOf({ language }),
          baseUrl: 'https://forms.example',
          files: [file],
          to,
        },
        sender,
      ).text,
    )?.[1];
  expect(noteIn('en')).toBe('12.3 KB');
  expect(noteIn('de')).toBe('12,3 KB');
  expect(noteIn('ru')).toBe('12,3 КБ');
});

it('shows declared fields first, with labels and in order', () => {
  const form = formOf({
    fields: [
      { name: 'email', type: 'email', label: 'E-Mail' },
      { name: 'name', type: 'text' },
      { name: 'cv', type: 'file', label: 'Lebenslauf' },
    ],
  });
  const submission = submissionOf(['other', '1'], ['name', 'Ada'], ['email', 'ada@x.test']);
  const { text } = notificationEmail(
    { submission, form, baseUrl: 'https://forms.example', files: [file], to },
    sender,
  );
  expect(text.split('\n\n').slice(1, 6)).toEqual([
    'E-Mail: ada@x.test',
    'name: Ada',
    'other: 1',
    'Files:',
    'cv.pdf (Lebenslauf, 12.3 KB)\n  https://x.test/f',
  ]);
});

describe('a brand', () => {
  const branded = formOf({ brand: { name: 'Acme & Söhne', color: '#ffff00' } });

  it('is shown above the text in a color that is readable on white', () => {
    const { html, text } = notificationEmail(
      { submission: submissionOf(), form: branded, baseUrl: 'https://forms.example', files: [], to },
      sender,
    );
    expect(text).toMatch(/^Acme & Söhne\n\n/);
    expect(html).toContain('>Acme &amp; Söhne</div>');
    // Pure yellow has a contrast ratio of 1.07 against white.
    expect(html).not.toContain('#ffff00');
    expect(html).not.toContain('<img');
  });

  it('is also shown above an autoresponse, which declares its language', () => {
    const { html, headers } = autoresponseEmail(
      {
        submission: submissionOf(),
        form: { ...branded, language: 'it' },
        autoresponder: { enabled: true, subject: 'Grazie', text: 'A presto' },
        to: 'ada@x.test',
      },
      sender,
    );
    expect(html).toContain('<html lang="it">');
    expect(html).toContain('>Acme &amp; Söhne</div>');
    expect(headers).toEqual(AUTORESPONSE_HEADERS);
  });
});

describe('an e-mail', () => {
  let world: EmailWorld;
  beforeAll(async () => {
    world = await EmailWorld.start();
  });
  beforeEach(() => world.renew());
  afterAll(() => world.stop());

  it("uses the owner's subject with submitted values, without letting them add headers", async () => {
    const form = await world.storedForm({
      ...OWNERS,
      ...ANSWERING,
      language: 'de',
      notify_subject: 'Anfrage von {{name}}',
    });
    const job = await world.posted(form, [
      ['name', 'Ada\r\nBcc: spy@example.org ✓ =?UTF-8?Q?x?='],
      ...ADA.slice(1),
    ]);
    await sendJobEmails(job, world.deps());
    const mails = (await world.mails()).filter(({ subject }) => subject?.startsWith('Anfrage'));
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expect(mail.subject).toBe('Anfrage von Ada Bcc: spy@example.org ✓ =?UTF-8?Q?x?=');
      expect(mail.bcc).toBeUndefined();
      expect(mail.text).toContain('Ihr Formular „Contact“ wurde ausgefüllt.');
    }
  });

  it("goes to the account's owner in the language of its form", async () => {
    const form = await world.storedForm({ language: 'es' });
    const job = { ...quotaJob(80), account_id: world.accountId, form_id: form.form_id };
    await sendJobEmails(job, world.deps());
    await sendJobEmails({ ...job, month: '2026-12', form_id: 'frm_0000000000' }, world.deps());
    expect((await world.mails()).map(({ subject }) => subject).toSorted()).toEqual([
      'Acme ha consumido el 80\u00a0% de los envíos de este mes',
      'Acme has used 80% of this month’s submissions',
    ]);
  });

  it("goes to a new recipient in the form's language", async () => {
    const form = await world.storedForm({ ...OWNERS, language: 'ru' }, { unconfirmed: true });
    await sendJobEmails(await world.posted(form, ADA), world.deps());
    for (const mail of await world.mails())
      expect(mail.subject).toBe('Подтвердите адрес для писем о форме «Contact»');
    expect(await world.recipients()).toHaveLength(2);
  });
});

it("shows only the beginning of a submission moved to spam, without the submission's links, and links to the console", () => {
  const submission = submissionOf(['message', 'Buy at https://bad.example now']);
  const form = formOf({ name: 'Tee', language: 'en' });
  const { text, html } = spamSummaryEmail(
    { job: summaryJob, form, submissions: [submission], baseUrl: 'https://x.test', to },
    sender,
  );
  expect(text).toContain('In the last week, 3 submissions to your form “Tee” were moved to spam.');
  expect(text).toContain(`Buy at now`);
  expect(text).toContain(`https://x.test/console/inbox/${submission.submission_id}`);
  expect(`${text}${html}`).not.toContain('bad.example');
});
