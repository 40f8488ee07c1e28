/** The responses of API Gateway itself, before a function is invoked or when it failed to respond. */
import type { Operation } from '../http/operation.ts';
import { componentRef } from './component-reference.ts';
import type { Content, JsonSchema } from './openapi-types.ts';

/** The gateway's messages, by status. */
export const gatewayMessages: Readonly<Record<string, string>> = {
  '413': 'Request Too Long',
  '429': 'Too Many Requests',
  '500': 'Internal Server Error',
  '503': 'Service Unavailable',
};

export const gatewayMessage: JsonSchema = {
  type: 'object',
  description: 'A response of the gateway itself, which is no problem document.',
  properties: { message: { type: 'string' } },
  required: ['message'],
  examples: [{ message: gatewayMessages['429'] }],
};

/**
 * The statuses that the gateway may respond with; 413 (a body of 10 MB or more) only where there is a body, and no
 * response of the operation's own that is no problem document.
 */
export function gatewayStatuses({ body, form, reads, otherResponses = [] }: Operation): string[] {
  const hasBody = (body ?? form ?? reads) !== undefined;
  return Object.keys(gatewayMessages).filter(
    (status) =>
      (status !== '413' || hasBody) && otherResponses.every((response) => String(response.status) !== status),
  );
}

export function gatewayContent(status: string): Content {
  return {
    'application/json': {
      schema: componentRef('schemas', 'GatewayMessage'),
      example: { message: gatewayMessages[status] },
    },
  };
}
