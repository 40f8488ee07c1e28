/** How callers show who they are (specification, "Authentication"). */
import type { Operation } from '../http/operation.ts';
import type { JsonSchema, SecurityRequirement } from './shape.ts';

export const securitySchemes: Readonly<Record<string, JsonSchema>> = {
  managementKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_mgmt_…',
    description: 'A management key: everything of its account.',
  },
  submissionKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_sub_…',
    description:
      'A submission key: posts to the forms of its account. It can neither read nor change anything.',
  },
};

/** The ways in which an operation may be called; any one of them will do. */
export function securityOf({ access }: Pick<Operation, 'access'>): readonly SecurityRequirement[] {
  switch (access) {
    case 'public':
      return [];
    case 'ingest':
      return [{}, { submissionKey: [] }];
    case 'management':
      return [{ managementKey: [] }];
  }
}
