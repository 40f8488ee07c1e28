/** Runs the whole service on the operator's machine, from the published package. */
import { Command } from 'commander';
import type * as StartPackage from '../local/start-package.ts';
import { NodeTooOld } from './operator-errors.ts';

/** Minimum version of Node that the local service supports. */
const NODE = [22, 18] as const;

/**
 * Creates the command, which has the same options as `npm start`. The local service parses them.
 * @param folder folder with the package's built files
 */
export function startCommand(folder: string): Command {
  return new Command('start')
    .description('Run the whole service on this machine, without AWS or Docker')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .argument('[options...]', 'see "svc-forms start --help"')
    .action(async (args: readonly string[]) => {
      const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
      if (major < NODE[0] || (major === NODE[0] && minor < NODE[1]))
        throw new NodeTooOld(
          `svc-forms start: requires Node ${NODE.join('.')} or later, but this is ${process.version}`,
        );
      const { startPackage } = (await import(
        new URL('./local/start-package.mjs', import.meta.url).href
      )) as typeof StartPackage;
      await startPackage(args, folder);
    });
}
