/** What API Gateway answers by itself, before a function is asked or when it gave no answer. */
import type { Operation } from '../http/operation.ts';
import { componentRef } from './component-reference.ts';
import type { Content, JsonSchema } from './openapi-types.ts';

/** What it says, by status. */
export const gatewayMessages: Readonly<Record<string, string>> = {
  '413': 'Request Too Long',
  '429': 'Too Many Requests',
  '500': 'Internal Server Error',
  '503': 'Service Unavailable',
};

export const gatewayMessage: JsonSchema = {
  type: 'object',
  description: 'An answer of the gateway itself, which knows no problem documents.',
  properties: { message: { type: 'string' } },
  required: ['message'],
  examples: [{ message: gatewayMessages['429'] }],
};

/** A body of 10 MB or more is refused before the function, as is more than the stage's rate of requests. */
export function gatewayStatuses({ body, form, reads }: Operation): string[] {
  const hasBody = (body ?? form ?? reads) !== undefined;
  return Object.keys(gatewayMessages).filter((status) => status !== '413' || hasBody);
}

export function gatewayContent(status: string): Content {
  return {
    'application/json': {
      schema: componentRef('schemas', 'GatewayMessage'),
      example: { message: gatewayMessages[status] },
    },
  };
}
