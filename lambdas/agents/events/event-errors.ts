/**
 * Defines the errors of the events extension. Uses the codes from the extension's draft, which clients
 * already implement.
 */
import { asLine, type PlainIssue } from '../../core/errors/plain-issues.ts';
import { RpcError, rpcCodes } from '../protocol/rpc-error.ts';

/** Codes of the events extension. */
export const eventCodes = {
  notFound: -32011,
  forbidden: -32012,
  resourceExhausted: -32013,
  unsupported: -32014,
  callbackEndpoint: -32015,
} as const;

/** Reasons why a callback could not be verified. */
export type CallbackFailure =
  'connection_refused' | 'timeout' | 'tls_error' | 'http_4xx' | 'http_5xx' | 'challenge_failed';

/** The error for an event that doesn't exist, or for a form that the caller can't access. */
export const noSuchEvent = (text: string): RpcError =>
  new RpcError(eventCodes.notFound, text, { data: { kind: 'event' } });

export const mayNotSubscribe = (text: string): RpcError => new RpcError(eventCodes.forbidden, text);

/** The error for an exceeded limit. `limit` names the limited resource. */
export const limitReached = (limit: 'subscriptions' | 'challenges', max: number, text: string): RpcError =>
  new RpcError(eventCodes.resourceExhausted, text, { data: { limit, max } });

export const unsupported = (feature: string, value: unknown, text: string): RpcError =>
  new RpcError(eventCodes.unsupported, text, { data: { feature, value } });

export const callbackFailed = (reason: CallbackFailure, text: string): RpcError =>
  new RpcError(eventCodes.callbackEndpoint, text, { data: { reason } });

/** Maximum number of issues in an error, and maximum length of each issue. */
const MAX_ISSUES = 10;
const MAX_LENGTH = 300;

export const invalidParams = (text: string): RpcError => new RpcError(rpcCodes.invalidParams, text);

/** The error for invalid parameters. */
export const invalidIssues = (issues: readonly PlainIssue[]): RpcError =>
  invalidParams(
    `Change these parameters: ${issues
      .slice(0, MAX_ISSUES)
      .map((issue) => asLine(issue).slice(0, MAX_LENGTH))
      .join('; ')}.`,
  );
