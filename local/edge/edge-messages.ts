/** What the runner and the thread of the edge say to each other. */
import type { ApiRequest } from '../http/api-event.ts';
import type { ApiResponse } from '../http/api-response.ts';
import type { FunctionRole } from '../iam/guarded-requests.ts';
import type { DistributionSettings } from './distribution.ts';

export interface EdgeThreadSettings {
  /** 0 for any free one. */
  readonly port: number;
}

/** A web function as the thread loads it. */
export interface WebFunctionSettings {
  readonly name: string;
  readonly folder: string;
  /** The file in the folder that starts its server. */
  readonly handler: string;
  readonly domainName: string;
  readonly endpointName: string;
  readonly timeoutSeconds: number;
  /** All that it sees in `process.env`. */
  readonly environment: Readonly<Record<string, string>>;
  /** By which its AWS calls are judged; undefined when they are not. */
  readonly role: FunctionRole | undefined;
}

/** What requests meet before the API. */
export interface EdgeSettings {
  readonly distribution: DistributionSettings | undefined;
  readonly webFunction: WebFunctionSettings | undefined;
}

export type ToEdge =
  /** From now on requests go where these settings say; before, all of them go to the API. */
  | { readonly kind: 'serve'; readonly settings: EdgeSettings }
  /** From now on all of them go to the API again. `withdrawn` is said when the web function has none under way. */
  | { readonly kind: 'withdraw' }
  /** Loads the web function ahead of its first request. */
  | { readonly kind: 'warm' }
  /** Loads the web function from another folder. Requests under way end with the code that they have. */
  | { readonly kind: 'reload'; readonly folder: string }
  | { readonly kind: 'api response'; readonly id: number; readonly response: ApiResponse }
  /** The thread hands over what is left of its log, and ends. */
  | { readonly kind: 'stop' };

export interface ApiRequestMessage {
  readonly kind: 'api request';
  /** The thread's own. */
  readonly id: number;
  readonly request: ApiRequest;
}

export type FromEdge =
  | { readonly kind: 'listening'; readonly port: number }
  /** @param code of the operating system */
  | { readonly kind: 'not listening'; readonly code: string | undefined; readonly message: string }
  | ApiRequestMessage
  /** The web function has responded since it was last said. */
  | { readonly kind: 'settled' }
  | { readonly kind: 'withdrawn' }
  /** What the web function wrote. */
  | { readonly kind: 'log'; readonly text: string }
  /** Something failed, or a request to AWS was refused. */
  | { readonly kind: 'error'; readonly message: string };
