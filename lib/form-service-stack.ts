/** The service in a stack of its own: what `cdk deploy` of this project makes. */
import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { FormService, type FormServiceProps } from './form-service.ts';
import { checkedSettings } from './stage-settings.ts';
import { keepRulesOfTeam } from './team-rules.ts';

export interface FormServiceStackProps extends FormServiceProps, StackProps {}

/** A stack with nothing but the service of one stage. */
export class FormServiceStack extends Stack {
  readonly service: FormService;

  /** @throws WrongSetting naming each setting that is unknown or wrong */
  constructor(scope: Construct, id: string, props: FormServiceStackProps = {}) {
    const { stage, settings: given = {}, bundles, ...ofStack } = props;
    const settings = checkedSettings(stage, given);
    super(scope, id, {
      description: 'Form backend: stores submissions and delivers them as signed webhooks',
      // CloudFormation takes a template of 1 MB, and white space counts.
      suppressTemplateIndentation: true,
      // A stage of this name has data that people live on: CloudFormation deletes the stack when asked twice.
      terminationProtection: settings.stage === 'prod',
      ...ofStack,
    });
    // Those of CDK's own helpers, too, which are in the stack and not in the service.
    keepRulesOfTeam(this, settings);
    // CDK leaves "Default" out of the names of resources: they are the same whether a stack or a construct is around them.
    this.service = new FormService(this, 'Default', { ...props, settings });
  }
}
