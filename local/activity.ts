/** Prints one line for each post, e-mail and webhook attempt. */
import type { OutgoingRequest } from './functions/outgoing-requests.ts';

/** The fields of a function's log line about a post that are used. */
interface LoggedPost {
  readonly operation?: string;
  readonly form_id?: string;
  readonly status?: number;
  readonly outcome?: string;
  readonly problem?: string;
  readonly duration_ms?: number;
}

export class Activity {
  readonly #print: (line: string) => void;
  #isOn = false;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** Starts printing lines. */
  begin(): void {
    this.#isOn = true;
  }

  /** Reads the log lines of functions and prints those about posts. */
  log(text: string): void {
    if (!this.#isOn) return;
    for (const line of text.split('\n')) {
      if (!line.includes('"operation":"submitForm"')) continue;
      const { form_id = 'unknown form', status, problem, outcome, duration_ms = 0 } = postIn(line);
      this.#say('post', form_id, `${status ?? 500} ${problem ?? outcome ?? ''}`.trimEnd(), duration_ms);
    }
  }

  /** @param recipients the recipients of an e-mail that SES accepted */
  email(recipients: readonly string[], milliseconds: number): void {
    const masked = recipients.map((address) => address.replace(/^.*@/s, '…@')).join(', ');
    this.#say('e-mail', masked, 'accepted', milliseconds);
  }

  webhook({ host, status, milliseconds }: OutgoingRequest): void {
    this.#say('webhook', host, status === undefined ? 'no response' : String(status), milliseconds);
  }

  #say(what: string, about: string, result: string, milliseconds: number): void {
    if (!this.#isOn) return;
    const time = new Date().toTimeString().slice(0, 8);
    this.#print(`${time}  ${what.padEnd(7)}  ${about}  ${result}  ${Math.round(milliseconds)} ms`);
  }
}

function postIn(line: string): LoggedPost {
  try {
    return JSON.parse(line) as LoggedPost;
  } catch {
    return {};
  }
}
