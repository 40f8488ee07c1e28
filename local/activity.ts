/** Prints one line for each form submission, e-mail and webhook attempt. */
import type { OutgoingRequest } from './functions/outgoing-requests.ts';

/** The fields of a function's log line that are printed for a form submission. */
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

  begin(): void {
    this.#isOn = true;
  }

  /** Prints one line for each form submission in a function's log output. Calls `print` only once. */
  log(text: string): void {
    if (!this.#isOn) return;
    const posts = text.split('\n').filter((line) => line.includes('"operation":"submitForm"'));
    if (posts.length > 0) this.#print(posts.map(postLine).join('\n'));
  }

  /**
   * Prints a line for an e-mail.
   * @param recipients addresses that SES accepted
   * @param url page that shows the e-mail
   */
  email(recipients: readonly string[], milliseconds: number, url: string): void {
    const masked = recipients.map((address) => address.replace(/^.*@/s, '…@')).join(', ');
    if (this.#isOn) this.#print(`${lineOf('e-mail', masked, 'accepted', milliseconds)}  ${url}`);
  }

  webhook({ host, status, milliseconds }: OutgoingRequest): void {
    const result = status === undefined ? 'no response' : String(status);
    if (this.#isOn) this.#print(lineOf('webhook', host, result, milliseconds));
  }
}

function lineOf(what: string, about: string, result: string, milliseconds: number): string {
  const time = new Date().toTimeString().slice(0, 8);
  return `${time}  ${what.padEnd(7)}  ${about}  ${result}  ${Math.round(milliseconds)} ms`;
}

function postLine(log: string): string {
  const { form_id = 'unknown form', status, problem, outcome, duration_ms = 0 } = postIn(log);
  return lineOf('post', form_id, `${status ?? 500} ${problem ?? outcome ?? ''}`.trimEnd(), duration_ms);
}

function postIn(line: string): LoggedPost {
  try {
    return JSON.parse(line) as LoggedPost;
  } catch {
    return {};
  }
}
