/** Combines all Russian strings. */
import type { Catalogue } from './catalogue.en.ts';
import { accountRu } from './account/account.ru.ts';
import { appsRu } from './apps/apps.ru.ts';
import { auditRu } from './audit/audit.ru.ts';
import { dataRequestsRu } from './data-requests/data-requests.ru.ts';
import { exportsRu } from './exports/exports.ru.ts';
import { fieldsRu } from './fields/fields.ru.ts';
import { filtersRu } from './filters/filters.ru.ts';
import { formsRu } from './forms/forms.ru.ts';
import { handlingRu } from './handling/handling.ru.ts';
import { houseRu } from './house/house.ru.ts';
import { importsRu } from './imports/imports.ru.ts';
import { inboxRu } from './inbox/inbox.ru.ts';
import { keysRu } from './keys/keys.ru.ts';
import { peopleRu } from './people/people.ru.ts';
import { repliesRu } from './replies/replies.ru.ts';
import { settingsRu } from './settings/settings.ru.ts';
import { shareRu } from './share/share.ru.ts';
import { shellRu } from './shell/shell.ru.ts';
import { signInRu } from './sign-in/sign-in.ru.ts';
import { spamRu } from './spam/spam.ru.ts';
import { submissionRu } from './submission/submission.ru.ts';
import { usageRu } from './usage/usage.ru.ts';
import { webhooksRu } from './webhooks/webhooks.ru.ts';

export const catalogueRu: Catalogue = {
  account: accountRu,
  apps: appsRu,
  audit: auditRu,
  dataRequests: dataRequestsRu,
  exports: exportsRu,
  fields: fieldsRu,
  filters: filtersRu,
  forms: formsRu,
  handling: handlingRu,
  house: houseRu,
  imports: importsRu,
  inbox: inboxRu,
  keys: keysRu,
  people: peopleRu,
  replies: repliesRu,
  settings: settingsRu,
  share: shareRu,
  shell: shellRu,
  signIn: signInRu,
  spam: spamRu,
  submission: submissionRu,
  usage: usageRu,
  webhooks: webhooksRu,
};
