/** Tests that the console's previews match the texts that the service sends. */
import { mailTexts } from '../../../console/texts/settings/mail-texts.ts';
import { languages } from '../../../lambdas/core/text/language.ts';
import { translations } from '../../../lambdas/i18n/catalogues.ts';
import { ownerTexts } from '../../../lambdas/i18n/owners/owner-catalogues.ts';
import { visitorTexts } from '../../../lambdas/i18n/visitors/visitor-catalogues.ts';

it.each(languages)('previews the same text as the e-mails and the thank-you page (%s)', (language) => {
  const shown = mailTexts[language];
  const { notification, unsubscribe } = ownerTexts[language];
  const { pages } = translations[language];
  expect({
    subject: shown.subject('Shop'),
    intro: shown.intro('Shop'),
    open: shown.open,
    unsubscribe: shown.unsubscribe,
    thanks: shown.thanks,
    received: shown.received,
    back: shown.back,
    toWebsite: shown.toWebsite('example.org'),
  }).toEqual({
    subject: notification.subject('Shop'),
    intro: notification.intro('Shop'),
    open: notification.open,
    unsubscribe,
    thanks: pages.thanks,
    received: pages.received,
    back: pages.back,
    toWebsite: visitorTexts[language].toWebsite('example.org'),
  });
});
