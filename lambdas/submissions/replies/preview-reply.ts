/** `GET /v1/submissions/{id}/replies/preview`: shows how a reply would be sent. */
import { managementHandler } from '../../auth/management-handler.ts';
import { ownedChild, type FormFinder } from '../../auth/ownership.ts';
import { formReader } from '../../forms/form-store.ts';
import type { FormWithoutSecrets } from '../../forms/form.ts';
import { recipientStatusStore } from '../../forms/recipients/recipient-store.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { submissionStore } from '../submission-store.ts';
import { autoresponseAddress } from '../submitter-address.ts';
import { answersTo, type StatusesOf } from './reply-addresses.ts';
import { previewReply as operation } from './reply-operations.ts';
import { defaultSubject, replySenderName } from './reply.ts';

interface Deps {
  readonly forms: FormFinder<FormWithoutSecrets>;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'find'>;
  readonly statusesOf: StatusesOf;
}

/** Returns the sender, the addresses and the default subject of a reply from the caller. */
export function previewReply({ forms, submissions, statusesOf }: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { form, child } = await ownedChild(forms, caller, path['id'], submissions.find);
    return {
      status: 200,
      body: {
        from_name: replySenderName(form),
        to: autoresponseAddress(child) ?? null,
        reply_to: (await answersTo(form, caller, statusesOf)) ?? null,
        subject: defaultSubject(child.payload, form.name),
      },
    };
  };
}

export const handler = managementHandler(
  operation,
  ['ACCOUNTS_TABLE', 'FORMS_TABLE', 'RECIPIENTS_TABLE', 'SUBMISSIONS_TABLE'],
  (db, environment) =>
    previewReply({
      forms: formReader(db, environment.FORMS_TABLE),
      submissions: submissionStore(db, environment.SUBMISSIONS_TABLE),
      statusesOf: recipientStatusStore(db, {
        recipients: environment.RECIPIENTS_TABLE,
        accounts: environment.ACCOUNTS_TABLE,
      }),
    }),
);
