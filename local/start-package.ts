/** Runs the service from the published package, which contains a prebuilt template and functions. */
import { join, resolve } from 'node:path';
import { serviceVersion } from '../lib/service-version.ts';
import { unpackFunctions } from '../lib/bundling/packed-functions.ts';
import { findDynoxide } from './dynamodb/find-dynoxide.ts';
import { RunnerError } from './runner-error.ts';
import { runService } from './run-service.ts';
import { readSettings, type RunnerSettings } from './runner-settings.ts';
import { inPackage } from './start-command.ts';
import { assemblyOfStart } from './synthesis/assembly-of-start.ts';
import { FunctionCode } from './synthesis/function-code.ts';

/** Settings that change the template or the functions. */
const NEEDS_CHECKOUT = ['SVC_SETTINGS', 'SVC_TIME_SCALE'];

/**
 * Runs the service.
 * @param args the same options as for `npm start`
 * @param folder the package's folder, which contains the folder `assembly` and the packed functions
 */
export async function startPackage(args: readonly string[], folder: string): Promise<void> {
  await runService({
    wording: inPackage,
    version: serviceVersion(join(folder, '../package.json')),
    settings: () => packagedSettings(args),
    assembly: async (settings, outdir, values, steps) => {
      // Unpack the functions while the emulator is being downloaded, because the download takes a few
      // seconds.
      const emulator = settings.dynamodbEndpoint === undefined ? findDynoxide({ steps }) : undefined;
      const functions = unpackFunctions(join(folder, 'functions.json.br'));
      const [code] = await Promise.all([
        FunctionCode.prepare(functions, {
          find: () => Promise.resolve(functions),
          bundle: () => Promise.resolve(functions),
        }),
        emulator,
      ]);
      // Skip validation, because every start uses the same template, which was tested before this version was
      // released.
      const noteRun = (): void => undefined;
      return {
        ...assemblyOfStart(join(folder, 'assembly'), resolve(outdir), code, values),
        hasRun: true,
        noteRun,
      };
    },
  });
}

/** @throws RunnerError for a setting that needs a checkout */
function packagedSettings(args: readonly string[]): RunnerSettings {
  const settings = readSettings(args, process.env, inPackage);
  const given = NEEDS_CHECKOUT.filter((name) => process.env[name]);
  if (settings.watch) given.push('--watch');
  if (given.length > 0)
    throw new RunnerError(
      `${given.join(', ')}: only available in a checkout of the repository, because the package is already built`,
    );
  return settings;
}
