/** Services that are started one after another and stopped in reverse. */

/** Something that runs until it is stopped. `stop` settles when nothing of it is left, and may be called twice. */
export interface Service {
  stop(): Promise<void>;
}

/**
 * The services that are up, in the order in which they started. `stop` goes in reverse, so that no service loses
 * another that it still uses; one that fails to stop does not keep the others up.
 */
export class RunningServices implements Service {
  readonly #services: Service[] = [];

  /** Remembers `service` for `stop` and hands it back. */
  add<S extends Service>(service: S): S {
    this.#services.push(service);
    return service;
  }

  /**
   * Remembers services that start at the same time, and hands them back.
   * @throws what the first of them threw that did not start; `stop` then stops the others.
   */
  async addAll<const S extends readonly Service[]>(starting: {
    readonly [Index in keyof S]: Promise<S[Index]>;
  }): Promise<S> {
    await Promise.allSettled(starting.map(async (service) => this.add(await service)));
    return Promise.all(starting);
  }

  /** @throws AggregateError naming every service that did not stop cleanly; the others are stopped all the same. */
  async stop(): Promise<void> {
    const failures: unknown[] = [];
    for (let service = this.#services.pop(); service !== undefined; service = this.#services.pop()) {
      await service.stop().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some services did not stop');
  }
}
