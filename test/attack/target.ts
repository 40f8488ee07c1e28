/** The running service as an attack meets it: what an input costs it, what it answers and what it keeps. */
import { readFileSync } from 'node:fs';
import { startService, type RunningService } from '../support/service/service.ts';

/** Linux counts the time of a process in these parts of a second. */
const TICKS_A_SECOND = 100;
/** Below this many seconds the service's own work between requests is most of what is measured. */
const FLOOR_SECONDS = 0.05;
/** What eight times the input may cost at most, in times of the input's own cost. */
const MOST_GROWTH = 10;

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
  /** Of the service's process, all threads together. */
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

  /** The service in a folder of its own, with its demo account. */
  static async start(env: Record<string, string> = {}): Promise<Target> {
    return new Target(await startService({ env }));
  }

  async stop(): Promise<void> {
    await this.service.stop();
  }

  /** A live form that no limit on addresses protects. */
  async form(settings: Record<string, unknown> = {}): Promise<TestForm> {
    const { status, body } = await this.service.manage('POST', '/v1/forms', {
      name: 'Attacked',
      rate_limit: 100_000,
      ...settings,
    });
    if (status !== 201) throw new Error(`No form: ${status} ${JSON.stringify(body)}`);
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

  /** What a form has stored, in words. */
  async stored({ id }: TestForm): Promise<string> {
    const { body } = await this.service.manage('GET', `/v1/forms/${id}/submissions?limit=100`);
    const { data } = body as { data: { payload: Record<string, string> }[] };
    const bytes = data.reduce((sum, { payload }) => sum + Buffer.byteLength(JSON.stringify(payload)), 0);
    return data.length === 0 ? 'nothing' : `${data.length} of ${bytes} B`;
  }

  /**
   * Sends an input and one of eight times its size, prints what they cost, and checks that the cost grows no faster
   * than ten times and that the answers are among those expected.
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
    this.check(expected.includes(small.status), `${name}: answered ${small.status}`);
    this.check(expected.includes(large.status), `${name}: answered ${large.status} to eight times as much`);
    this.check(
      large.cpuSeconds <= MOST_GROWTH * Math.max(small.cpuSeconds, FLOOR_SECONDS),
      `${name}: ${large.cpuSeconds} s of CPU for eight times what took ${small.cpuSeconds} s`,
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

  /** The cheapest of three, or of one that is expensive. */
  async #cheapest(sent: Sent): Promise<Answer> {
    let best = await this.send(sent);
    for (let i = 0; i < 2 && best.cpuSeconds > 0.02 && best.cpuSeconds < 2; i += 1) {
      const next = await this.send(sent);
      if (next.cpuSeconds < best.cpuSeconds) best = next;
    }
    return best;
  }

  /** CPU time of the service's process since it started. */
  cpuSeconds(): number {
    // The name of the process, in brackets, may hold blanks.
    const fields = readFileSync(`/proc/${String(this.service.process.pid)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ');
    return (Number(fields?.[11]) + Number(fields?.[12])) / TICKS_A_SECOND;
  }
}
