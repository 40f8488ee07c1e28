/** Tests that the console's placeholders match the texts that the service sends. */
import { mailTexts } from '../../../console/texts/settings/mail-texts.ts';
import { languages } from '../../../lambdas/core/text/language.ts';
import { translations } from '../../../lambdas/i18n/catalogues.ts';
import { ownerTexts } from '../../../lambdas/i18n/owners/owner-catalogues.ts';

it.each(languages)('shows the default text for the e-mails and the thank-you page (%s)', (language) => {
  const shown = mailTexts[language];
  const { notification } = ownerTexts[language];
  const { pages } = translations[language];
  expect({
    subject: shown.subject('Shop'),
    thanks: shown.thanks,
    received: shown.received,
  }).toEqual({
    subject: notification.subject('Shop'),
    thanks: pages.thanks,
    received: pages.received,
  });
});
