/** Combines all English strings. Their types determine which strings the other languages must provide. */
import { accountEn } from './account/account.en.ts';
import { appsEn } from './apps/apps.en.ts';
import { auditEn } from './audit/audit.en.ts';
import { dataRequestsEn } from './data-requests/data-requests.en.ts';
import { exportsEn } from './exports/exports.en.ts';
import { fieldsEn } from './fields/fields.en.ts';
import { filtersEn } from './filters/filters.en.ts';
import { formsEn } from './forms/forms.en.ts';
import { handlingEn } from './handling/handling.en.ts';
import { houseEn } from './house/house.en.ts';
import { importsEn } from './imports/imports.en.ts';
import { inboxEn } from './inbox/inbox.en.ts';
import { keysEn } from './keys/keys.en.ts';
import { peopleEn } from './people/people.en.ts';
import { repliesEn } from './replies/replies.en.ts';
import { settingsEn } from './settings/settings.en.ts';
import { shareEn } from './share/share.en.ts';
import { shellEn } from './shell/shell.en.ts';
import { signInEn } from './sign-in/sign-in.en.ts';
import { spamEn } from './spam/spam.en.ts';
import { submissionEn } from './submission/submission.en.ts';
import { usageEn } from './usage/usage.en.ts';
import { webhooksEn } from './webhooks/webhooks.en.ts';

export const catalogueEn = {
  account: accountEn,
  apps: appsEn,
  audit: auditEn,
  dataRequests: dataRequestsEn,
  exports: exportsEn,
  fields: fieldsEn,
  filters: filtersEn,
  forms: formsEn,
  handling: handlingEn,
  house: houseEn,
  imports: importsEn,
  inbox: inboxEn,
  keys: keysEn,
  people: peopleEn,
  replies: repliesEn,
  settings: settingsEn,
  share: shareEn,
  shell: shellEn,
  signIn: signInEn,
  spam: spamEn,
  submission: submissionEn,
  usage: usageEn,
  webhooks: webhooksEn,
};
/** Type of all strings, grouped by screen. A missing translation is a compile error. */
export type Catalogue = typeof catalogueEn;
