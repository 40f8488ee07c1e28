/** Starts services one after another and stops them in reverse order. */

/**
 * A service that runs until it is stopped. `stop` resolves when everything has stopped. It's safe to call it
 * twice.
 */
export interface Service {
  stop(): Promise<void>;
}

/**
 * The running services, in the order that they were started. `stop` uses the reverse order, so that a service
 * can rely on the ones started before it. If one service fails to stop, the others are still stopped.
 */
export class RunningServices implements Service {
  readonly #services: Service[] = [];

  /** Registers `service` so that `stop` stops it, and returns it. */
  add<S extends Service>(service: S): S {
    this.#services.push(service);
    return service;
  }

  /**
   * Registers services that start at the same time so that `stop` stops them, and returns them.
   * @throws the error of the first service that failed to start. `stop` then stops the others.
   */
  async addAll<const S extends readonly Service[]>(starting: {
    readonly [Index in keyof S]: Promise<S[Index]>;
  }): Promise<S> {
    await Promise.allSettled(starting.map(async (service) => this.add(await service)));
    return Promise.all(starting);
  }

  /**
   * Stops the services in reverse order, even if some of them fail to stop.
   * @throws AggregateError that names every service that didn't stop cleanly
   */
  async stop(): Promise<void> {
    const failures: unknown[] = [];
    for (let service = this.#services.pop(); service !== undefined; service = this.#services.pop()) {
      await service.stop().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some services failed to stop');
  }
}
