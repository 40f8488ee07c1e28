/** Reads an HTTP API's routes from the OpenAPI document in the template. */
import * as z from 'zod';
import { flag } from '../template/template.ts';

/** Maximum time that an HTTP API waits for an integration. */
const INTEGRATION_TIMEOUT_MILLISECONDS = 30_000;

const ANY_METHOD = 'x-amazon-apigateway-any-method';

/** Only Lambda integrations with payload format 2.0 are supported locally. */
const integration = z.strictObject({
  type: z.string().regex(/^aws_proxy$/i, 'only Lambda integrations are supported locally'),
  httpMethod: z.literal('POST'),
  uri: z.string(),
  payloadFormatVersion: z.literal('2.0'),
  credentials: z.string().optional(),
  timeoutInMillis: z.coerce.number().default(INTEGRATION_TIMEOUT_MILLISECONDS),
});

const operation = z.object({
  isDefaultRoute: flag.default(false),
  'x-amazon-apigateway-integration': integration,
});

const paths = z.record(
  z.string().startsWith('/'),
  z.partialRecord(
    z.enum(['get', 'head', 'post', 'put', 'patch', 'delete', 'options', ANY_METHOD]),
    operation,
  ),
);

/** An `AWS::ApiGatewayV2::Api` with its OpenAPI document. */
export const httpApi = z.object({ Body: z.object({ paths }) });

export type DocumentPaths = z.infer<typeof paths>;

export interface DocumentRoute {
  /** `POST /v1/f/{slug}`, `ANY /files/{proxy+}` or `$default`. */
  readonly key: string;
  readonly integration: z.infer<typeof integration>;
}

/** Returns one route per operation of each path. */
export function routesOfDocument(document: DocumentPaths): DocumentRoute[] {
  return Object.entries(document).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { isDefaultRoute, ...rest }]) => ({
      key: isDefaultRoute ? '$default' : `${method === ANY_METHOD ? 'ANY' : method.toUpperCase()} ${path}`,
      integration: rest['x-amazon-apigateway-integration'],
    })),
  );
}
