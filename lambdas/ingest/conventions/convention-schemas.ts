/**
 * Defines the JSON responses of forms that use the conventions of another backend (docs/specification.md,
 * "Conventions of other backends").
 */
import * as z from 'zod';
import { problemSlugs } from '../../core/errors/problem-slugs.ts';
import { submissionView } from '../../submissions/submission.ts';

/** The response to an accepted submission. Spam gets the same response. */
export const acceptedResponse = submissionView
  .pick({ received_at: true, files: true })
  .partial()
  .extend({
    id: z.string().describe('ID of the submission; for spam, a made-up ID.'),
    status: z.literal('received'),
    idempotent_replay: z.literal(true).optional(),
    success: z
      .union([z.literal(true), z.literal('true')])
      .describe('The text `"true"` if the form uses the conventions of FormSubmit.'),
    message: z.string().describe("Thank-you message in the visitor's language."),
    next: z
      .url()
      .describe(
        'URL of the next page for the visitor: an allowed URL that the submission requested, or a thank-you page.',
      ),
  });

const fault = z.object({
  path: z.string().describe('Name of the field; empty if the error is about the whole submission.'),
  field: z
    .string()
    .optional()
    .describe('The same as `path`; absent if the error is about the whole submission.'),
  code: z
    .string()
    .optional()
    .describe(
      'Error code: a code of declared fields or, with the conventions of another backend, the `code` of the problem. With the conventions of Formspree, one of its codes, for example `REQUIRED_FIELD_EMPTY`.',
    ),
  message: z.string().describe('Error message for the visitor.'),
});

/**
 * Schema of the problem document for a rejected form submission. Forms that use another backend's conventions
 * add the properties that the backend's clients read. The document never has a `success` property.
 */
export const formProblem = z.object({
  type: z.url(),
  code: z.enum(problemSlugs),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  error: z
    .string()
    .optional()
    .describe('The same as `detail`. Only for forms with the conventions of another backend.'),
  message: z
    .string()
    .optional()
    .describe('The same as `detail`. Only for forms with the conventions of another backend.'),
  errors: z
    .array(fault)
    .min(1)
    .max(100)
    .optional()
    .describe(
      'The errors, in the order of the form’s fields. Only for `validation-failed`, and for forms with the conventions of another backend.',
    ),
  errors_omitted: z.int().min(1).optional(),
  limit: z
    .int()
    .optional()
    .describe('For `quota-exceeded`: the monthly quota of submissions.')
    .meta({ examples: [100] }),
  max_file_bytes: z
    .int()
    .optional()
    .describe("For `file-too-large`: the plan's maximum file size in bytes.")
    .meta({ examples: [26_214_400] }),
});
export type FormProblem = z.infer<typeof formProblem>;
