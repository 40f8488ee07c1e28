/** What API Gateway answers by itself, before a function is asked or when it gave no answer. */
import type { Operation } from '../http/operation.ts';
import { componentRef } from './json-schema.ts';
import type { Content, JsonSchema } from './shape.ts';

const messages: Readonly<Record<string, string>> = {
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
  examples: [{ message: messages['429'] }],
};

/** A body of 10 MB or more is refused before the function, as is more than the stage's rate of requests. */
export function gatewayStatuses({ body, reads }: Pick<Operation, 'body' | 'reads'>): string[] {
  return Object.keys(messages).filter((status) => status !== '413' || (body ?? reads) !== undefined);
}

export function gatewayContent(status: string): Content {
  return {
    'application/json': {
      schema: componentRef('schemas', 'GatewayMessage'),
      example: { message: messages[status] },
    },
  };
}
