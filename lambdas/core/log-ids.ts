/**
 * Defines the names of ids in log lines, so that one search finds all lines about a submission, delivery or
 * webhook.
 */
import { formIdOf, isFormId, isSubmissionId, ownerIdOfWebhook, parentsOfDelivery } from './ids.ts';

export interface LogIds {
  readonly form_id?: string;
  readonly submission_id?: string;
  readonly webhook_id?: string;
  readonly delivery_id?: string;
}

/** Returns the id of a form, submission, webhook or delivery, and the ids that it contains. */
export function logIdsOf(id: string): LogIds {
  if (isFormId(id)) return { form_id: id };
  if (isSubmissionId(id)) return { ...formOf(id), submission_id: id };
  const parents = parentsOfDelivery(id);
  if (parents) {
    const { formId, submissionId, webhookId } = parents;
    return { form_id: formId, submission_id: submissionId, webhook_id: webhookId, delivery_id: id };
  }
  return ownerIdOfWebhook(id) === undefined ? {} : { ...formOf(id), webhook_id: id };
}

function formOf(childId: string): LogIds {
  const formId = formIdOf(childId);
  return formId === undefined ? {} : { form_id: formId };
}
