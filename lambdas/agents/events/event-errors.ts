/**
 * Defines the errors of the events extension. Their codes are those of the extension's draft, which clients
 * use.
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

/** Why a callback could not be verified. */
export type CallbackFailure =
  'connection_refused' | 'timeout' | 'tls_error' | 'http_4xx' | 'http_5xx' | 'challenge_failed';

/** The error for an event, or a form's event, that doesn't exist for the caller. */
export const noSuchEvent = (text: string): RpcError =>
  new RpcError(eventCodes.notFound, text, { data: { kind: 'event' } });

export const mayNotSubscribe = (text: string): RpcError => new RpcError(eventCodes.forbidden, text);

/** The error for a limit. `limit` names what is limited. */
export const limitReached = (limit: 'subscriptions' | 'challenges', max: number, text: string): RpcError =>
  new RpcError(eventCodes.resourceExhausted, text, { data: { limit, max } });

export const unsupported = (feature: string, value: unknown, text: string): RpcError =>
  new RpcError(eventCodes.unsupported, text, { data: { feature, value } });

export const callbackFailed = (reason: CallbackFailure, text: string): RpcError =>
  new RpcError(eventCodes.callbackEndpoint, text, { data: { reason } });

/** Maximum number of issues that an error lists, and maximum length of each. */
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
