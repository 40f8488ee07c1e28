/** Calls the functions of the module in the first argument, and sends their results to the parent process. */
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

const call = z.object({ name: z.string(), args: z.array(z.unknown()) });

const [, , file = ''] = process.argv;
const functions = (await import(pathToFileURL(file).href)) as Record<
  string,
  (...args: unknown[]) => Promise<object>
>;

// Exits when the parent process is gone, because there is nothing left to receive the results.
process.once('disconnect', () => process.exit());
// An error ends this process, and the parent process reports it.
process.on('message', (message) => {
  const { name, args } = call.parse(message);
  void functions[name]!(...args).then((result) => process.send?.(result));
});
