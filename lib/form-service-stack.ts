/** The stack that `cdk deploy` of this project deploys. */
import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { FormService, type FormServiceProps } from './form-service.ts';
import { checkedSettings } from './settings/stage-settings.ts';
import { applyTagsAndBoundary } from './aws/tags-and-boundary.ts';

export interface FormServiceStackProps extends FormServiceProps, StackProps {}

/** A stack that contains only the service of one stage. */
export class FormServiceStack extends Stack {
  readonly service: FormService;

  /** @throws WrongSetting naming each setting that is unknown or invalid */
  constructor(scope: Construct, id: string, props: FormServiceStackProps = {}) {
    const { stage, settings: given = {}, bundles, ...ofStack } = props;
    const settings = checkedSettings(stage, given);
    super(scope, id, {
      description: 'Form backend: stores submissions and delivers them as signed webhooks',
      // CloudFormation limits a template to 1 MB, white space included.
      suppressTemplateIndentation: true,
      // Protects production data. Deleting the stack takes a second step: turning this off.
      terminationProtection: settings.stage === 'prod',
      ...ofStack,
    });
    // CDK adds its own helper resources to the stack, outside of the service.
    applyTagsAndBoundary(this, settings);
    // CDK leaves "Default" out of logical IDs, so they are the same as if the stack contained the resources itself.
    this.service = new FormService(this, 'Default', { ...props, settings });
  }
}
