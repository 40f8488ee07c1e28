/** Runs operations on emulators that belong to a single benchmark. */
import { startOperations, type TestOperations } from '../support/service/operations.ts';
import { withAssembly } from './with-assembly.ts';

/**
 * Runs a benchmark's operations on separate emulators.
 * @param variables environment variables that override the stack's variables
 */
export function withOperations(
  run: (service: TestOperations) => Promise<void>,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  return withAssembly(async () => {
    const service = await startOperations(variables);
    try {
      await run(service);
    } finally {
      await service.stop();
    }
  });
}
