/** Defines the messages between the runner and the edge thread. */
import type { ApiRequest } from '../http/api-event.ts';
import type { ApiResponse } from '../http/api-response.ts';
import type { FunctionRole } from '../iam/guarded-requests.ts';
import type { DistributionSettings } from './distribution.ts';

export interface EdgeThreadSettings {
  /** Port to listen on. 0 means any free port. */
  readonly port: number;
}

/** A web function that the thread loads. */
export interface WebFunctionSettings {
  readonly name: string;
  readonly folder: string;
  /** Path of the file that starts the server, relative to the folder. */
  readonly handler: string;
  readonly domainName: string;
  readonly endpointName: string;
  readonly timeoutSeconds: number;
  /** The function's complete `process.env`. */
  readonly environment: Readonly<Record<string, string>>;
  /** The role that the function's AWS calls are checked against. Undefined if the calls aren't checked. */
  readonly role: FunctionRole | undefined;
}

/**
 * Settings of the components that receive requests before the API: the distribution and the web function.
 */
export interface EdgeSettings {
  readonly distribution: DistributionSettings | undefined;
  readonly webFunction: WebFunctionSettings | undefined;
}

export type ToEdge =
  /** Applies these settings to all further requests. Before this message, all requests go to the API. */
  | { readonly kind: 'serve'; readonly settings: EdgeSettings }
  /**
   * Sends all further requests to the API again. Once the web function has finished its requests, the thread
   * replies with `withdrawn`.
   */
  | { readonly kind: 'withdraw' }
  /** Loads the web function before its first request. */
  | { readonly kind: 'warm' }
  /** Loads the web function from another folder. Requests in progress finish with the old code. */
  | { readonly kind: 'reload'; readonly folder: string }
  | { readonly kind: 'api response'; readonly id: number; readonly response: ApiResponse }
  /** Makes the thread send its remaining log output and exit. */
  | { readonly kind: 'stop' };

export interface ApiRequestMessage {
  readonly kind: 'api request';
  /** Request id, unique within the thread. */
  readonly id: number;
  readonly request: ApiRequest;
}

export type FromEdge =
  | { readonly kind: 'listening'; readonly port: number }
  /**
   * The thread can't listen on its port.
   * @param code error code from the operating system
   */
  | { readonly kind: 'not listening'; readonly code: string | undefined; readonly message: string }
  | ApiRequestMessage
  /** Sent when the web function has responded to requests since the last such message. */
  | { readonly kind: 'settled' }
  | { readonly kind: 'withdrawn' }
  /** Output of the web function. */
  | { readonly kind: 'log'; readonly text: string }
  /** Reports a failure or a denied AWS request. */
  | { readonly kind: 'error'; readonly message: string };
