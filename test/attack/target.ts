/**
 * Starts the service as an attack target. Measures the cost of each input and checks the response and the
 * stored data.
 */
import { readFileSync } from 'node:fs';
import { startService, type RunningService } from '../support/service/service.ts';

/** Number of clock ticks per second. Linux counts process time in ticks. */
const TICKS_A_SECOND = 100;
/** Costs below this number of CPU seconds are mostly the service's background work. */
const FLOOR_SECONDS = 0.05;
/** Maximum cost ratio between an input eight times as large and the original input. */
const MAX_GROWTH = 10;

export interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** CPU time of the service's process in seconds, across all threads. */
  readonly cpuSeconds: number;
}

interface TestForm {
  readonly id: string;
  readonly slug: string;
}

export class Target {
  readonly service: RunningService;
  readonly failures: string[] = [];

  private constructor(service: RunningService) {
    this.service = service;
  }

  /** Starts the service with its demo account in a new folder. */
  static async start(env: Record<string, string> = {}): Promise<Target> {
    return new Target(await startService({ env }));
  }

  async stop(): Promise<void> {
    await this.service.stop();
  }

  /** Creates a live form without a per-address rate limit. */
  async form(settings: Record<string, unknown> = {}): Promise<TestForm> {
    const { status, body } = await this.service.manage('POST', '/v1/forms', {
      name: 'Attacked',
      rate_limit: 100_000,
      ...settings,
    });
    if (status !== 201) throw new Error(`The form could not be created: ${status} ${JSON.stringify(body)}`);
    return body as TestForm;
  }

  async send({ path, method = 'POST', headers = {}, body }: Sent): Promise<Answer> {
    const before = this.cpuSeconds();
    const response = await fetch(new URL(path, this.service.baseUrl), {
      method,
      headers,
      redirect: 'manual',
      ...(body && { body: new Uint8Array(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      cpuSeconds: this.cpuSeconds() - before,
    };
  }

  /** Returns a description of the data stored for a form. */
  async stored({ id }: TestForm): Promise<string> {
    const { body } = await this.service.manage('GET', `/v1/forms/${id}/submissions?limit=100`);
    const { data } = body as { data: { payload: Record<string, string> }[] };
    const bytes = data.reduce((sum, { payload }) => sum + Buffer.byteLength(JSON.stringify(payload)), 0);
    return data.length === 0 ? 'nothing' : `${data.length} of ${bytes} B`;
  }

  /**
   * Sends an input and another one eight times as large, and prints the cost of both. Checks that the cost
   * grows at most tenfold and that both responses are expected.
   */
  async grows(
    name: string,
    make: (factor: 1 | 8) => Sent,
    expected: readonly number[],
    form?: TestForm,
  ): Promise<void> {
    const [one, eight] = [make(1), make(8)];
    await this.send(one);
    const small = await this.#cheapest(one);
    const large = await this.#cheapest(eight);
    const stored = form ? await this.stored(form) : '-';
    this.print(
      name,
      eight.body?.length ?? 0,
      `${small.status} ${large.status}`,
      small.cpuSeconds,
      large.cpuSeconds,
      stored,
    );
    this.check(expected.includes(small.status), `${name}: got ${small.status}`);
    this.check(expected.includes(large.status), `${name}: got ${large.status} for eight times the input`);
    this.check(
      large.cpuSeconds <= MAX_GROWTH * Math.max(small.cpuSeconds, FLOOR_SECONDS),
      `${name}: ${large.cpuSeconds} s of CPU for eight times the input, instead of ${small.cpuSeconds} s`,
    );
  }

  print(
    name: string,
    bytes: number,
    status: string,
    small: number,
    large: number | undefined,
    stored: string,
  ): void {
    const columns = [
      name.padEnd(52),
      `${bytes} B`.padStart(12),
      status.padStart(8),
      `${small.toFixed(2)} s`.padStart(8),
      (large === undefined ? '' : `${large.toFixed(2)} s`).padStart(8),
      stored,
    ];
    console.log(columns.join('  '));
  }

  check(holds: boolean, failure: string): void {
    if (holds) return;
    this.failures.push(failure);
    console.log(`  FAILED ${failure}`);
  }

  /**
   * Sends an input three times and returns the response with the lowest CPU cost. Expensive inputs are only
   * sent once.
   */
  async #cheapest(sent: Sent): Promise<Answer> {
    let best = await this.send(sent);
    for (let i = 0; i < 2 && best.cpuSeconds > 0.02 && best.cpuSeconds < 2; i += 1) {
      const next = await this.send(sent);
      if (next.cpuSeconds < best.cpuSeconds) best = next;
    }
    return best;
  }

  /** Returns the CPU time used by the service's process, in seconds. */
  cpuSeconds(): number {
    // The process name is in parentheses and can contain spaces.
    const fields = readFileSync(`/proc/${String(this.service.process.pid)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ');
    return (Number(fields?.[11]) + Number(fields?.[12])) / TICKS_A_SECOND;
  }
}
