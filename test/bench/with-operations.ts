/** Runs all operations on emulators that belong to one benchmark. */
import { startOperations, type TestOperations } from '../support/service/operations.ts';
import { withAssembly } from './with-assembly.ts';

/** @param variables override those that the stack gives its functions */
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
