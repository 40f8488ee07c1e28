/** Lambda function for what a page asks for before it submits a form: a place to upload a file, and a puzzle. */
import { handler as createUpload } from '../../ingest/create-upload.ts';
import { handler as getChallenge } from '../../ingest/challenge/get-challenge.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'beforePosts'>({ createUpload, getChallenge });
