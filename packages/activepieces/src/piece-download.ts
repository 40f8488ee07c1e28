/**
 * Defines the "Download file" action, which makes a submission's file available to later steps of a flow.
 */
import { createAction, Property } from '@activepieces/pieces-framework';
import { connection } from './piece-connection.ts';
import type { Submission } from './piece-submission.ts';
import { apiPath, call, request } from './service-call.ts';

export const downloadFile = createAction({
  auth: connection,
  name: 'download_file',
  displayName: 'Download file',
  description: 'Downloads a file of a submission',
  props: {
    submission_id: Property.ShortText({ displayName: 'Submission ID', required: true }),
    file_id: Property.ShortText({ displayName: 'File ID', required: true }),
  },
  async run({ auth, propsValue, files }) {
    const { submission_id, file_id } = propsValue;
    const submission = await call<Submission>(auth, apiPath`/v1/submissions/${submission_id}`);
    const file = submission.attachments.find(({ id }) => id === file_id);
    const link = await request(auth, apiPath`/v1/submissions/${submission_id}/files/${file_id}`, {
      redirect: 'manual',
    });
    // The redirect leads to a signed bucket URL, which must not receive the connection's token.
    const response = await fetch(link.headers.get('location') ?? '');
    if (!response.ok || file === undefined) throw new Error('The file no longer exists.');
    const data = Buffer.from(await response.arrayBuffer());
    return {
      name: file.name,
      content_type: file.content_type,
      size: file.size,
      file: await files.write({ fileName: file.name, data }),
    };
  },
});
