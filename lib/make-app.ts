/** Creates the CDK app with a stage's stack and, if `svc:edgeStack` is set, its edge stack in us-east-1. */
import { App } from 'aws-cdk-lib';
import { EdgeStack } from './edge/edge-stack.ts';
import { featureFlags } from './settings/feature-flags.ts';
import type { Bundles } from './bundling/bundle-folder.ts';
import { keptBundles } from './bundling/kept-bundles.ts';
import { FormServiceStack } from './form-service-stack.ts';
import type { SettingsFile } from './settings/settings-file.ts';
import { stageSettings } from './settings/stage-settings.ts';

/**
 * Bundles the functions and creates the app, ready for `.synth()`.
 * @param context stage settings with the `svc:` prefix; the CDK command line takes precedence
 * @param outdir folder of the cloud assembly; defaults to `cdk.out`
 * @param bundle creates the function bundles; defaults to bundles for deployment
 * @param file the settings in `svc.json`; context takes precedence
 * @throws WrongSetting that names each unknown or invalid setting
 */
export async function makeApp(
  context: Record<string, unknown> = {},
  outdir?: string,
  bundle: () => Promise<Bundles> = keptBundles,
  file?: SettingsFile,
): Promise<App> {
  const app = new App({ context: { ...featureFlags, ...context }, ...(outdir !== undefined && { outdir }) });
  const settings = stageSettings(app.node, file);
  const bundles = await bundle();
  new FormServiceStack(app, `svc-forms-${settings.stage}`, { settings, bundles });
  if (settings.edgeStack) new EdgeStack(app, `svc-forms-${settings.stage}-edge`, { settings });
  return app;
}
