/**
 * Runs in a separate process. Rebuilds functions when their source files change, and reports their folder to
 * the runner.
 */
import { formatMessages, type BuildFailure } from 'esbuild';
import { ChangedFunctions, type Rebuilt } from '../../lib/bundling/changed-functions.ts';
import { messageOf } from '../runner-error.ts';

/** Changed source files, as paths relative to the repository. */
export interface ChangeMessage {
  readonly changed: readonly string[];
}

/**
 * The rebuilt functions, or the reason why the build failed. `rebuilt` is absent if no function contains any
 * of the changed files.
 */
export type WatchResult = { readonly rebuilt?: Rebuilt | undefined } | { readonly failed: string };

// Exit this process if the runner is killed.
process.once('disconnect', () => process.exit());

const preparing = ChangedFunctions.prepare();

process.on('message', ({ changed }: ChangeMessage) => {
  void rebuild(changed).then((result) => process.send?.(result));
});

async function rebuild(changed: readonly string[]): Promise<WatchResult> {
  try {
    return { rebuilt: await (await preparing).rebuild(changed) };
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (errors === undefined) return { failed: messageOf(error) };
    return { failed: (await formatMessages(errors, { kind: 'error', color: false })).join('').trimEnd() };
  }
}
