/** Audit log definitions shared by all topics: the types of targets, and the row for a change. */

/** Types of things that can change. */
export const auditTargetTypes = [
  'account',
  'api_key',
  'form',
  'submission',
  'webhook',
  'delivery',
  'member',
  'connection',
  'oauth_client',
] as const;
export type AuditTargetType = (typeof auditTargetTypes)[number];

/** Transaction item that writes a row. */
export interface AuditPut {
  readonly Put: {
    readonly TableName: string;
    readonly Item: Readonly<Record<string, unknown>>;
    readonly ConditionExpression: string;
  };
}
