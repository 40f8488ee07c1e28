/** What previews say is what the service says. */
import { mailTexts } from '../../../console/texts/settings/mail-texts.ts';
import { languages } from '../../../lambdas/core/language.ts';
import { translations } from '../../../lambdas/i18n/catalogues.ts';
import { ownerTexts } from '../../../lambdas/i18n/owners/owner-catalogues.ts';
import { visitorTexts } from '../../../lambdas/i18n/visitors/visitor-catalogues.ts';

it.each(languages)('says in previews what e-mails and the page of thanks say (%s)', (language) => {
  const shown = mailTexts[language];
  const { notification, unsubscribe } = ownerTexts[language];
  const { pages } = translations[language];
  expect({
    subject: shown.subject('Shop'),
    intro: shown.intro('Shop'),
    unsubscribe: shown.unsubscribe,
    thanks: shown.thanks,
    received: shown.received('Shop'),
    back: shown.back,
    toWebsite: shown.toWebsite('example.org'),
  }).toEqual({
    subject: notification.subject('Shop'),
    intro: notification.intro('Shop'),
    unsubscribe,
    thanks: pages.thanks,
    received: pages.received('Shop'),
    back: pages.back,
    toWebsite: visitorTexts[language].toWebsite('example.org'),
  });
});
