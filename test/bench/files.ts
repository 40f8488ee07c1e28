/**
 * Lists the source files that run for an accepted JSON submission: those with at least one function call
 * after all modules are loaded.
 */
import { Session } from 'node:inspector/promises';
import { makeAccount } from '../support/samples/account-with-forms.ts';
import { withOperations } from './with-operations.ts';

export async function benchFiles(): Promise<void> {
  await withOperations(async ({ stores, call }) => {
    const account = await makeAccount(stores, call, { plan: 'team' });
    const form = await account.makeForm();
    const post = async (): Promise<void> => {
      const { status, text } = await call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada' } });
      if (status !== 201) throw new Error(text);
    };
    // The first submission loads the handler.
    await post();
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await post();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    session.disconnect();
    const executed = result
      .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
      .flatMap(({ url }) => /\/lambdas\/([^?]+)/.exec(url)?.[1] ?? [])
      // Tests use this file to find handlers, but the handlers themselves don't run it.
      .filter((file) => file !== 'api/operations.ts')
      .sort();
    for (const file of executed) console.log(file);
    console.log(`${executed.length} files`);
  });
}
