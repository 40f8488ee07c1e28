/** Builds the part of the hosted page that shows a form's bot challenge. */
import { html, type Html } from '../../core/text/html.ts';
import type { Language } from '../../core/text/language.ts';
import type { IngestForm } from '../../forms/form.ts';
import { needsSolution } from '../../spam/challenge-settings.ts';
import { hostedTexts } from '../../i18n/visitors/hosted-texts.ts';

const TURNSTILE = 'https://challenges.cloudflare.com';

/** The widget, and the origins that it loads files from. */
export interface PageChallenge {
  readonly widget: Html | undefined;
  readonly scripts: readonly string[];
  readonly origins: readonly string[];
  /** True for the service's own challenge, which the form script solves in a worker. */
  readonly isOwn: boolean;
}

const NO_CHALLENGE: PageChallenge = { widget: undefined, scripts: [], origins: [], isOwn: false };

export function pageChallenge(form: Pick<IngestForm, 'challenge'>, language: Language): PageChallenge {
  const { enabled, site_key } = form.challenge;
  if (needsSolution(form)) {
    const widget = html`<noscript><p>${hostedTexts[language].needsScript}</p></noscript>`;
    return { ...NO_CHALLENGE, widget, isOwn: true };
  }
  if (!enabled || site_key === null) return NO_CHALLENGE;
  return {
    widget: html`<div class="field challenge">
      <div class="cf-turnstile" data-sitekey="${site_key}" data-language="${language}"></div>
      <noscript><p>${hostedTexts[language].needsScript}</p></noscript>
    </div>`,
    scripts: [`${TURNSTILE}/turnstile/v0/api.js`],
    origins: [TURNSTILE],
    isOwn: false,
  };
}
