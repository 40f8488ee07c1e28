/** Defines a schema for the parts of an OpenAPI document that are used to validate responses and webhooks. */
import * as z from 'zod';

const schema = z.record(z.string(), z.unknown());
const content = z.record(z.string(), z.looseObject({ schema }));
const header = z.looseObject({ required: z.boolean().optional(), schema });
const reference = z.strictObject({ $ref: z.string() });
const response = z.looseObject({
  headers: z.record(z.string(), z.union([reference, header])).optional(),
  content: content.optional(),
});
const operation = z.looseObject({
  parameters: z
    .array(z.looseObject({ name: z.string(), required: z.boolean().optional(), schema }))
    .optional(),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), z.union([reference, response])),
});
const paths = z.record(z.string(), z.record(z.string(), operation));

/**
 * The parts of a service's OpenAPI document that validation uses. Parsing keeps all other parts unchanged.
 */
export const openapiDocument = z.looseObject({
  paths,
  webhooks: paths,
  components: z.looseObject({
    schemas: z.record(z.string(), schema),
    responses: z.record(z.string(), response),
    headers: z.record(z.string(), header),
  }),
});
export type CheckedDocument = z.infer<typeof openapiDocument>;
export type Content = z.infer<typeof content>;
export type HeaderObject = z.infer<typeof header>;
export type ResponseObject = z.infer<typeof response>;
export type Reference = z.infer<typeof reference>;
