/** Defines the tools for generating and running the clients of `npm run generators`. */

export interface Workshop {
  /** Folder for the client, initially empty. */
  readonly folder: string;
  /** Path of the OpenAPI document. */
  readonly document: string;
  /**
   * Runs a command in the folder and returns its output. Programs get the environment variables `BASE_URL`,
   * `KEY` (a management key) and `SLUG` (an unused slug).
   */
  run(command: string, args: readonly string[], cwd?: string): Promise<string>;
  write(file: string, text: string): void;
  /** Runs openapi-generator, which writes to the folder `client`. */
  openapiGenerator(generator: string, ...options: string[]): Promise<string>;
}

/**
 * Generates and compiles a client, and runs a test program that uses it. The program creates a form, submits
 * it, creates a webhook and checks its secret, lists the submissions, and branches on an error's `code`.
 * Returns the program's output, which ends with "5 calls".
 */
export type Client = (workshop: Workshop) => Promise<string>;
