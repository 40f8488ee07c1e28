/**
 * Lambda function for the requests that a page sends before it submits a form: creating an upload and getting
 * a challenge.
 */
import { handler as createUpload } from '../../ingest/create-upload.ts';
import { handler as getChallenge } from '../../ingest/challenge/get-challenge.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'beforePosts'>({ createUpload, getChallenge });
