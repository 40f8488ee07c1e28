/** What the clients of `npm run generators` are made with. */

export interface Workshop {
  /** An empty folder. */
  readonly folder: string;
  /** Path of the OpenAPI document. */
  readonly document: string;
  /**
   * Runs a command in the folder and returns what it prints. Programs get the variables `BASE_URL`, `KEY` (a
   * management key) and `SLUG` (a slug that no form has).
   */
  run(command: string, args: readonly string[], cwd?: string): Promise<string>;
  write(file: string, text: string): void;
  /** Runs openapi-generator, which writes to the folder `client`. */
  openapiGenerator(generator: string, ...options: string[]): Promise<string>;
}

/**
 * Generates and compiles a client, and runs a program with it: it creates a form, submits it, creates a webhook
 * and checks its secret, lists the submissions, and branches on the `code` of an error. Returns what the program
 * prints, which ends with "5 calls".
 */
export type Client = (workshop: Workshop) => Promise<string>;
