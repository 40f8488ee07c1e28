/** Combines all Spanish strings. */
import type { Catalogue } from './catalogue.en.ts';
import { accountEs } from './account/account.es.ts';
import { appsEs } from './apps/apps.es.ts';
import { auditEs } from './audit/audit.es.ts';
import { dataRequestsEs } from './data-requests/data-requests.es.ts';
import { exportsEs } from './exports/exports.es.ts';
import { fieldsEs } from './fields/fields.es.ts';
import { filtersEs } from './filters/filters.es.ts';
import { formsEs } from './forms/forms.es.ts';
import { handlingEs } from './handling/handling.es.ts';
import { houseEs } from './house/house.es.ts';
import { importsEs } from './imports/imports.es.ts';
import { inboxEs } from './inbox/inbox.es.ts';
import { keysEs } from './keys/keys.es.ts';
import { peopleEs } from './people/people.es.ts';
import { repliesEs } from './replies/replies.es.ts';
import { settingsEs } from './settings/settings.es.ts';
import { shareEs } from './share/share.es.ts';
import { shellEs } from './shell/shell.es.ts';
import { signInEs } from './sign-in/sign-in.es.ts';
import { spamEs } from './spam/spam.es.ts';
import { submissionEs } from './submission/submission.es.ts';
import { usageEs } from './usage/usage.es.ts';
import { webhooksEs } from './webhooks/webhooks.es.ts';

export const catalogueEs: Catalogue = {
  account: accountEs,
  apps: appsEs,
  audit: auditEs,
  dataRequests: dataRequestsEs,
  exports: exportsEs,
  fields: fieldsEs,
  filters: filtersEs,
  forms: formsEs,
  handling: handlingEs,
  house: houseEs,
  imports: importsEs,
  inbox: inboxEs,
  keys: keysEs,
  people: peopleEs,
  replies: repliesEs,
  settings: settingsEs,
  share: shareEs,
  shell: shellEs,
  signIn: signInEs,
  spam: spamEs,
  submission: submissionEs,
  usage: usageEs,
  webhooks: webhooksEs,
};
