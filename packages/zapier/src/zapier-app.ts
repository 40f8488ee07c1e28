/** Defines the Zapier integration for one installation, for `zapier push` and its tests. */
import { defineApp, version as platformVersion } from 'zapier-platform-core';
import { formList, webhookList } from './choices.ts';
import { connection } from './zap-connection.ts';
import { createSubmissionAction } from './create-submission.ts';
import { failedDelivery } from './failed-delivery.ts';
import { downloadFile } from './file-download.ts';
import { findSubmission } from './find-submission.ts';
import { newSubmission } from './submission-trigger.ts';
import { authorize, explainProblem } from './requests.ts';
import { setStatusAction } from './set-status.ts';

/** The version, which must equal the version in `package.json`. */
const version = '1.0.0';

export default defineApp({
  version,
  platformVersion,
  authentication: connection,
  beforeRequest: [authorize],
  afterResponse: [explainProblem],
  hydrators: { downloadFile },
  triggers: {
    [newSubmission.key]: newSubmission,
    [failedDelivery.key]: failedDelivery,
    [formList.key]: formList,
    [webhookList.key]: webhookList,
  },
  creates: {
    [createSubmissionAction.key]: createSubmissionAction,
    [setStatusAction.key]: setStatusAction,
  },
  searches: { [findSubmission.key]: findSubmission },
});
