/** Describes a step of the smoke test and what it works with. */
import type { Contract } from './contract/contract.ts';
import type { Receiver } from './receiver.ts';
import type { ServiceClient } from './service-client.ts';

/** A form that a step created. It's deleted after the last step, with everything in it. */
export interface SmokeForm {
  readonly id: string;
  readonly slug: string;
  /** Whether the stage sends e-mails. */
  readonly email_enabled: boolean;
}

/** The account that the key belongs to. */
export interface SmokeAccount {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  /** Submissions that the account can accept this month, and how many are left. */
  readonly limit: number;
  readonly remaining: number;
  /** Maximum size of a file in bytes. Undefined if the plan has no files. */
  readonly maxFileBytes: number | undefined;
}

export interface SmokeSettings {
  /** Number of deliveries that the recovery step lets fail. */
  readonly missed: number;
  /** Duration of the upload in the slow step, in seconds. */
  readonly slowSeconds: number;
}

/** What a step works with. */
export interface Smoke extends SmokeSettings {
  readonly baseUrl: string;
  readonly account: SmokeAccount;
  readonly client: ServiceClient;
  readonly contract: Contract;
  /** Undefined if the service can't reach this machine. */
  readonly receiver: Receiver | undefined;
  /** Aborted when the operator presses Ctrl-C. */
  readonly signal: AbortSignal;
  /** Creates a form that accepts many posts and moves none to spam, unless the settings say otherwise. */
  newForm(purpose: string, settings?: object): Promise<SmokeForm>;
  /** Records what the step has proved. */
  proved(what: string): void;
  /** Records a duration for the step's latency, in milliseconds. */
  measure(milliseconds: number): void;
}

/**
 * Checks one part of the service.
 * @throws StepFailed if it doesn't work, StepSkipped if the stage or account doesn't have it
 */
export interface SmokeStep {
  readonly name: string;
  readonly description: string;
  /** True if the step takes minutes and only runs if it's named. */
  readonly isSlow?: boolean;
  readonly run: (smoke: Smoke) => Promise<void>;
}
