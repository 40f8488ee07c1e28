/** Describes the parts of an OpenAPI document that responses and webhooks are checked against. */
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

/** The OpenAPI document of a service, as far as the contract uses it. Everything else is kept. */
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
