/**
 * Runs in a separate process. Rebuilds functions when their source files change, and reports their location
 * to the runner.
 */
import { formatMessages, type BuildFailure } from 'esbuild';
import { ChangedFunctions, type Rebuilt } from '../../lib/bundling/changed-functions.ts';
import { messageOf } from '../runner-error.ts';

/** Changed source files, as paths in the repository. */
export interface ChangeMessage {
  readonly changed: readonly string[];
}

/** `rebuilt` is absent if no function contains any of the files. */
export type WatchResult = { readonly rebuilt?: Rebuilt | undefined } | { readonly failed: string };

// If the runner is killed, this process ends too.
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
