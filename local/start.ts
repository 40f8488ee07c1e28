/** Synthesizes the service's CDK app from this checkout and runs its template locally. */
import { serviceVersion } from '../lib/service-version.ts';
import { runService } from './run-service.ts';
import { readSettings } from './runner-settings.ts';
import { inCheckout } from './start-command.ts';
import { synthesise } from './synthesis/synthesise.ts';
import { announceChanges, Reloading } from './watch/reload.ts';

await runService({
  wording: inCheckout,
  version: serviceVersion(),
  settings: () => readSettings(process.argv.slice(2), process.env),
  assembly: ({ context }, outdir, values, steps) => synthesise(context, outdir, values, steps),
  watch: ({ watch }) => {
    if (!watch) return announceChanges(console.log);
    const reloading = new Reloading(console.log);
    return {
      begin: (code, stack) =>
        reloading.begin((rebuilt) => {
          code.replace(rebuilt);
          stack.reload();
        }),
      stop: () => reloading.stop(),
    };
  },
});
