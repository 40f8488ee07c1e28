/** Builds the part of the hosted page that shows a form's bot challenge. */
import { html, type Html } from '../../core/text/html.ts';
import type { Language } from '../../core/text/language.ts';
import type { IngestForm } from '../../forms/form.ts';
import { hostedTexts } from '../../i18n/visitors/hosted-texts.ts';

const TURNSTILE = 'https://challenges.cloudflare.com';

/** The widget, and the origins that it loads from. */
export interface PageChallenge {
  readonly widget: Html | undefined;
  readonly scripts: readonly string[];
  readonly origins: readonly string[];
}

const NO_CHALLENGE: PageChallenge = { widget: undefined, scripts: [], origins: [] };

export function pageChallenge(
  { challenge: { enabled, site_key } }: Pick<IngestForm, 'challenge'>,
  language: Language,
): PageChallenge {
  if (!enabled || site_key === null) return NO_CHALLENGE;
  return {
    widget: html`<div class="field challenge">
      <div class="cf-turnstile" data-sitekey="${site_key}" data-language="${language}"></div>
      <noscript><p>${hostedTexts[language].needsScript}</p></noscript>
    </div>`,
    scripts: [`${TURNSTILE}/turnstile/v0/api.js`],
    origins: [TURNSTILE],
  };
}
