/** The CDK app: one stack for one stage, and a second one for what its edge needs of another region. */
import { App } from 'aws-cdk-lib';
import { EdgeStack } from './edge/edge-stack.ts';
import { featureFlags } from './feature-flags.ts';
import type { Bundles } from './bundling/bundles.ts';
import { keptBundles } from './bundling/kept-bundles.ts';
import { FormServiceStack } from './form-service-stack.ts';
import { stageSettings } from './stage-settings.ts';

/**
 * Bundles the functions and makes the app, ready for `.synth()`.
 * @param context settings of the stage under `svc:` names; what CDK's command line gives wins over them
 * @param outdir folder of the cloud assembly; `cdk.out` when absent
 * @param bundle gives the functions' code; that which is deployed when absent
 * @throws WrongSetting
 */
export async function makeApp(
  context: Record<string, unknown> = {},
  outdir?: string,
  bundle: () => Promise<Bundles> = keptBundles,
): Promise<App> {
  const app = new App({ context: { ...featureFlags, ...context }, ...(outdir !== undefined && { outdir }) });
  const settings = stageSettings(app.node);
  const bundles = await bundle();
  new FormServiceStack(app, `svc-forms-${settings.stage}`, { settings, bundles });
  if (settings.edgeStack) new EdgeStack(app, `svc-forms-${settings.stage}-edge`, { settings });
  return app;
}
