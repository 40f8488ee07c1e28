/** Audit log vocabulary shared by all subjects: what can be changed, and the row of a change. */

/** Types of things that can be changed. */
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

/** A row as a write in a transaction. */
export interface AuditPut {
  readonly Put: {
    readonly TableName: string;
    readonly Item: Readonly<Record<string, unknown>>;
    readonly ConditionExpression: string;
  };
}
