/** Prints the startup steps, so that the user sees progress during a slow startup. */

/** How long a step can run before its name is printed again, in milliseconds. */
const REMINDER_MILLISECONDS = 3000;

export class Steps {
  readonly #print: (line: string) => void;

  constructor({ quiet }: { readonly quiet: boolean }, print: (line: string) => void = console.log) {
    this.#print = quiet ? () => undefined : print;
  }

  /**
   * Runs a startup step. Prints its name when it starts, and its duration if it succeeds. Steps may overlap.
   */
  async run<T>(name: string, act: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const print = (mark: string): void =>
      this.#print(`${name}${mark} ${((performance.now() - started) / 1000).toFixed(1)} s`);
    this.#print(`${name}…`);
    const reminder = setInterval(() => print('…'), REMINDER_MILLISECONDS);
    try {
      const result = await act();
      print(':');
      return result;
    } finally {
      clearInterval(reminder);
    }
  }
}
