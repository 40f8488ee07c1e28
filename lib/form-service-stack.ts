/** The service in a stack of its own: what `cdk deploy` of this project makes. */
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { FormService } from './form-service.ts';
import type { Stage } from './service-function.ts';

/** A stack with nothing but the service of one stage. */
export class FormServiceStack extends Stack {
  readonly service: FormService;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, {
      description: 'Form backend: stores submissions and delivers them as signed webhooks',
      // CloudFormation takes a template of 1 MB, and white space counts.
      suppressTemplateIndentation: true,
    });
    // CDK leaves "Default" out of the names of resources: they are the same whether a stack or a construct is around them.
    this.service = new FormService(this, 'Default', stage);
  }
}
