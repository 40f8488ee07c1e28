/** Combines all German strings. */
import type { Catalogue } from './catalogue.en.ts';
import { accountDe } from './account/account.de.ts';
import { appsDe } from './apps/apps.de.ts';
import { auditDe } from './audit/audit.de.ts';
import { dataRequestsDe } from './data-requests/data-requests.de.ts';
import { exportsDe } from './exports/exports.de.ts';
import { fieldsDe } from './fields/fields.de.ts';
import { filtersDe } from './filters/filters.de.ts';
import { formsDe } from './forms/forms.de.ts';
import { handlingDe } from './handling/handling.de.ts';
import { houseDe } from './house/house.de.ts';
import { importsDe } from './imports/imports.de.ts';
import { inboxDe } from './inbox/inbox.de.ts';
import { keysDe } from './keys/keys.de.ts';
import { peopleDe } from './people/people.de.ts';
import { repliesDe } from './replies/replies.de.ts';
import { settingsDe } from './settings/settings.de.ts';
import { shareDe } from './share/share.de.ts';
import { shellDe } from './shell/shell.de.ts';
import { signInDe } from './sign-in/sign-in.de.ts';
import { spamDe } from './spam/spam.de.ts';
import { submissionDe } from './submission/submission.de.ts';
import { usageDe } from './usage/usage.de.ts';
import { webhooksDe } from './webhooks/webhooks.de.ts';

export const catalogueDe: Catalogue = {
  account: accountDe,
  apps: appsDe,
  audit: auditDe,
  dataRequests: dataRequestsDe,
  exports: exportsDe,
  fields: fieldsDe,
  filters: filtersDe,
  forms: formsDe,
  handling: handlingDe,
  house: houseDe,
  imports: importsDe,
  inbox: inboxDe,
  keys: keysDe,
  people: peopleDe,
  replies: repliesDe,
  settings: settingsDe,
  share: shareDe,
  shell: shellDe,
  signIn: signInDe,
  spam: spamDe,
  submission: submissionDe,
  usage: usageDe,
  webhooks: webhooksDe,
};
