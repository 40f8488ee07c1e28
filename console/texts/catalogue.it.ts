/** Combines all Italian strings. */
import type { Catalogue } from './catalogue.en.ts';
import { accountIt } from './account/account.it.ts';
import { appsIt } from './apps/apps.it.ts';
import { auditIt } from './audit/audit.it.ts';
import { dataRequestsIt } from './data-requests/data-requests.it.ts';
import { exportsIt } from './exports/exports.it.ts';
import { fieldsIt } from './fields/fields.it.ts';
import { filtersIt } from './filters/filters.it.ts';
import { formsIt } from './forms/forms.it.ts';
import { handlingIt } from './handling/handling.it.ts';
import { houseIt } from './house/house.it.ts';
import { importsIt } from './imports/imports.it.ts';
import { inboxIt } from './inbox/inbox.it.ts';
import { keysIt } from './keys/keys.it.ts';
import { peopleIt } from './people/people.it.ts';
import { repliesIt } from './replies/replies.it.ts';
import { settingsIt } from './settings/settings.it.ts';
import { shareIt } from './share/share.it.ts';
import { shellIt } from './shell/shell.it.ts';
import { signInIt } from './sign-in/sign-in.it.ts';
import { spamIt } from './spam/spam.it.ts';
import { submissionIt } from './submission/submission.it.ts';
import { usageIt } from './usage/usage.it.ts';
import { webhooksIt } from './webhooks/webhooks.it.ts';

export const catalogueIt: Catalogue = {
  account: accountIt,
  apps: appsIt,
  audit: auditIt,
  dataRequests: dataRequestsIt,
  exports: exportsIt,
  fields: fieldsIt,
  filters: filtersIt,
  forms: formsIt,
  handling: handlingIt,
  house: houseIt,
  imports: importsIt,
  inbox: inboxIt,
  keys: keysIt,
  people: peopleIt,
  replies: repliesIt,
  settings: settingsIt,
  share: shareIt,
  shell: shellIt,
  signIn: signInIt,
  spam: spamIt,
  submission: submissionIt,
  usage: usageIt,
  webhooks: webhooksIt,
};
