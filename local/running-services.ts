/** Starts services one after another and stops them in reverse order. */

/**
 * A service that runs until it is stopped. `stop` settles when everything has ended, and can be called twice.
 */
export interface Service {
  stop(): Promise<void>;
}

/**
 * The running services in the order they were started. `stop` uses the reverse order, so that no service
 * loses another one that it still needs. If one service fails to stop, the others are still stopped.
 */
export class RunningServices implements Service {
  readonly #services: Service[] = [];

  /** Registers `service` for `stop` and returns it. */
  add<S extends Service>(service: S): S {
    this.#services.push(service);
    return service;
  }

  /**
   * Registers services that start at the same time for `stop`, and returns them.
   * @throws the error of the first service that failed to start; `stop` then stops the others.
   */
  async addAll<const S extends readonly Service[]>(starting: {
    readonly [Index in keyof S]: Promise<S[Index]>;
  }): Promise<S> {
    await Promise.allSettled(starting.map(async (service) => this.add(await service)));
    return Promise.all(starting);
  }

  /** @throws AggregateError naming every service that didn't stop cleanly. The others are still stopped. */
  async stop(): Promise<void> {
    const failures: unknown[] = [];
    for (let service = this.#services.pop(); service !== undefined; service = this.#services.pop()) {
      await service.stop().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some services failed to stop');
  }
}
