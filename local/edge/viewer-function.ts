/**
 * Runs the distribution's CloudFront Functions (runtime 2.0), which change requests before they are forwarded.
 */
import { createContext, runInContext } from 'node:vm';
import * as z from 'zod';

const values = z.record(z.string(), z.object({ value: z.string() }));
const changedRequest = z.object({ headers: values });

/** Calls the CloudFront function and returns the resulting request headers. Their names are lowercase. */
export type ViewerFunction = (request: {
  readonly method: string;
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
}) => Record<string, string>;

/**
 * Loads a CloudFront function. The run time is not limited, because a limit could stop correct functions on a
 * busy machine.
 * @param code source code that defines `handler(event)`
 * @throws any error that the code throws
 */
export function viewerFunction(code: string): ViewerFunction {
  const context = createContext({}, { codeGeneration: { strings: false, wasm: false } });
  runInContext(code, context);
  const run = runInContext('(text) => JSON.stringify(handler(JSON.parse(text)))', context) as (
    text: string,
  ) => unknown;
  return ({ method, uri, headers }) => {
    const event = {
      request: {
        method,
        uri,
        querystring: {},
        cookies: {},
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }])),
      },
    };
    const changed = changedRequest.parse(JSON.parse(String(run(JSON.stringify(event)))));
    return Object.fromEntries(Object.entries(changed.headers).map(([name, { value }]) => [name, value]));
  };
}
