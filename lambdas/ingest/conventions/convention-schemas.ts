/** The JSON responses of forms with the conventions of another backend (docs/specification.md, "Conventions of other backends"). */
import * as z from 'zod';
import { submissionView } from '../../submissions/submission.ts';

/** The post was taken; spam looks the same. */
export const takenResponse = submissionView
  .pick({ received_at: true, files: true })
  .partial()
  .extend({
    id: z.string().describe('Of the submission; made up for spam.'),
    status: z.literal('received'),
    idempotent_replay: z.literal(true).optional(),
    success: z
      .union([z.literal(true), z.literal('true')])
      .describe('The text `"true"` under the conventions of FormSubmit.'),
    message: z.string().describe('Thanks for the visitor, in their language.'),
    next: z
      .url()
      .describe(
        'Where the visitor may go next: an allowed address that the post asked for, or a page of thanks.',
      ),
  });

/** What is wrong with a post. */
const fault = z.object({
  path: z.string().describe('Name of the field; empty for the whole post.'),
  field: z.string().optional().describe('The same; absent when it is about no field.'),
  code: z
    .string()
    .describe(
      'What is wrong: a code of declared fields or the last part of the `type`; under the conventions of Formspree one of its codes, such as `REQUIRED_FIELD_EMPTY`.',
    ),
  message: z.string().describe('The same in words, for the visitor.'),
});

/** A problem document with the members that other backends' clients read. It has no `success`. */
export const conventionProblem = z.object({
  type: z.url(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  error: z.string().describe('The same as `detail`.'),
  message: z.string().describe('The same as `detail`.'),
  errors: z.array(fault).min(1).max(100).describe('What is wrong, in the order of the form’s fields.'),
  errors_omitted: z.int().min(1).optional(),
  limit: z
    .int()
    .optional()
    .describe('Of `quota-exceeded`: submissions a month.')
    .meta({ examples: [100] }),
  max_file_bytes: z
    .int()
    .optional()
    .describe('Of `file-too-large`: bytes of a file that the plan allows.')
    .meta({ examples: [26_214_400] }),
});
export type ConventionProblem = z.infer<typeof conventionProblem>;
