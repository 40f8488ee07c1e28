/** The service in a stack of its own: what `cdk deploy` of this project makes. */
import { Stack, Tags } from 'aws-cdk-lib';
import { ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { FormService } from './form-service.ts';
import type { Stage } from './service-function.ts';
import type { StageSettings } from './stage-settings.ts';

/** A stack with nothing but the service of one stage. */
export class FormServiceStack extends Stack {
  readonly service: FormService;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, {
      description: 'Form backend: stores submissions and delivers them as signed webhooks',
      // CloudFormation takes a template of 1 MB, and white space counts.
      suppressTemplateIndentation: true,
      // A stage of this name has data that people live on: CloudFormation deletes the stack when asked twice.
      terminationProtection: stage.settings.stage === 'prod',
    });
    this.#keepRulesOfTeam(stage.settings);
    // CDK leaves "Default" out of the names of resources: they are the same whether a stack or a construct is around them.
    this.service = new FormService(this, 'Default', stage);
  }

  /** Tags on all that can have one, and no role that may do more than the boundary; those of CDK's own helpers, too. */
  #keepRulesOfTeam({ tags, permissionsBoundary }: StageSettings): void {
    for (const [key, value] of Object.entries(tags)) Tags.of(this).add(key, value);
    if (permissionsBoundary === undefined) return;
    const policy = ManagedPolicy.fromManagedPolicyArn(this, 'PermissionsBoundary', permissionsBoundary);
    PermissionsBoundary.of(this).apply(policy);
  }
}
