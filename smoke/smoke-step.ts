/** Defines the type of a smoke test step, and the context that is passed to it. */
import type { Contract } from './contract/contract.ts';
import type { Receiver } from './receiver.ts';
import type { ServiceClient } from './service-client.ts';

/** A form that a step created. The form and its data are deleted after the last step. */
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
  /** The account's monthly submission quota, and how much of it is left. */
  readonly limit: number;
  readonly remaining: number;
  /** Maximum size of a file in bytes. Undefined if the plan doesn't allow files. */
  readonly maxFileBytes: number | undefined;
}

export interface SmokeSettings {
  /** Number of failed deliveries that the recovery step creates. */
  readonly missed: number;
  /** Duration of the upload in the slow step, in seconds. */
  readonly slowSeconds: number;
}

/** The context that is passed to each step. */
export interface Smoke extends SmokeSettings {
  readonly baseUrl: string;
  readonly account: SmokeAccount;
  readonly client: ServiceClient;
  readonly contract: Contract;
  /** Undefined if the service can't reach this machine. */
  readonly receiver: Receiver | undefined;
  /** Aborted when the operator presses Ctrl-C. */
  readonly signal: AbortSignal;
  /**
   * Creates a form that accepts many submissions and doesn't classify any as spam. `settings` can override
   * these defaults.
   */
  newForm(purpose: string, settings?: object): Promise<SmokeForm>;
  /** Records a result that the step has verified. */
  proved(what: string): void;
  /** Records a duration for the step's latency, in milliseconds. */
  measure(milliseconds: number): void;
}

/**
 * Tests one part of the service.
 * @throws StepFailed if the part doesn't work, StepSkipped if the stage or account doesn't support it
 */
export interface SmokeStep {
  readonly name: string;
  readonly description: string;
  /** True if the step takes minutes. It then only runs if it's selected by name. */
  readonly isSlow?: boolean;
  readonly run: (smoke: Smoke) => Promise<void>;
}
