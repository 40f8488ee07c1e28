/** Defines the target types and transaction items of audit log rows. */

/** Types of resources that can change. */
export const auditTargetTypes = [
  'account',
  'api_key',
  'form',
  'submission',
  'reply_template',
  'webhook',
  'delivery',
  'member',
  'label',
  'connection',
  'oauth_client',
  'data_request',
] as const;
export type AuditTargetType = (typeof auditTargetTypes)[number];

/** A changed setting. Contains the old and new values if they can be shown in the audit log. */
export interface ChangedMember {
  readonly member: string;
  readonly from?: readonly string[];
  readonly to?: readonly string[];
}

/**
 * The keys and expiry time of the row for a pending change. The row for the result of the change uses the same
 * values.
 */
export interface AuditAttemptKey {
  readonly account_month: string;
  readonly event_id: string;
  readonly expires_at: number;
}

/** Transaction item that writes an audit log row. */
export interface AuditPut {
  readonly Put: {
    readonly TableName: string;
    readonly Item: Readonly<Record<string, unknown>>;
    readonly ConditionExpression: string;
  };
}
