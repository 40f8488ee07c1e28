/** The messages between the runner and the edge's thread. */
import type { ApiRequest } from '../http/api-event.ts';
import type { ApiResponse } from '../http/api-response.ts';
import type { FunctionRole } from '../iam/guarded-requests.ts';
import type { DistributionSettings } from './distribution.ts';

export interface EdgeThreadSettings {
  /** 0 for any free port. */
  readonly port: number;
}

/** A web function that the thread loads. */
export interface WebFunctionSettings {
  readonly name: string;
  readonly folder: string;
  /** The file in the folder that starts its server. */
  readonly handler: string;
  readonly domainName: string;
  readonly endpointName: string;
  readonly timeoutSeconds: number;
  /** The complete `process.env` of the function. */
  readonly environment: Readonly<Record<string, string>>;
  /** The role that its AWS calls are checked against; undefined if they are not checked. */
  readonly role: FunctionRole | undefined;
}

/** What handles requests before the API. */
export interface EdgeSettings {
  readonly distribution: DistributionSettings | undefined;
  readonly webFunction: WebFunctionSettings | undefined;
}

export type ToEdge =
  /**
   * From now on, requests are handled according to these settings. Before this, all of them go to the API.
   */
  | { readonly kind: 'serve'; readonly settings: EdgeSettings }
  /**
   * From now on, all requests go to the API again. The reply is `withdrawn`, once the web function has
   * finished its requests.
   */
  | { readonly kind: 'withdraw' }
  /** Loads the web function before its first request. */
  | { readonly kind: 'warm' }
  /** Loads the web function from another folder. Requests in progress finish with the old code. */
  | { readonly kind: 'reload'; readonly folder: string }
  | { readonly kind: 'api response'; readonly id: number; readonly response: ApiResponse }
  /** The thread sends the rest of its log and ends. */
  | { readonly kind: 'stop' };

export interface ApiRequestMessage {
  readonly kind: 'api request';
  /** Unique within the thread. */
  readonly id: number;
  readonly request: ApiRequest;
}

export type FromEdge =
  | { readonly kind: 'listening'; readonly port: number }
  /** @param code error code of the operating system */
  | { readonly kind: 'not listening'; readonly code: string | undefined; readonly message: string }
  | ApiRequestMessage
  /** The web function has responded since the last message of this kind. */
  | { readonly kind: 'settled' }
  | { readonly kind: 'withdrawn' }
  /** Output of the web function. */
  | { readonly kind: 'log'; readonly text: string }
  /** Something failed, or a request to AWS was refused. */
  | { readonly kind: 'error'; readonly message: string };
