/** Defines the stack that `cdk deploy` deploys for this project. */
import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { FormService, type FormServiceProps } from './form-service.ts';
import { hasTerminationProtection } from './settings/data-protection.ts';
import { checkedSettings } from './settings/stage-settings.ts';
import { applyTagsAndBoundary } from './aws/tags-and-boundary.ts';

export interface FormServiceStackProps extends FormServiceProps, StackProps {}

/** A stack that contains the service for one stage and nothing else. */
export class FormServiceStack extends Stack {
  readonly service: FormService;

  /** @throws WrongSetting that names each unknown or invalid setting */
  constructor(scope: Construct, id: string, props: FormServiceStackProps = {}) {
    const { stage, settings: given = {}, bundles, ...ofStack } = props;
    const settings = checkedSettings(stage, given);
    super(scope, id, {
      description: 'Form backend: stores submissions and delivers them as signed webhooks',
      // Omit indentation, because CloudFormation limits templates to 1 MB, including whitespace.
      suppressTemplateIndentation: true,
      // Enable termination protection to protect production data. It must be turned off before the stack can
      // be deleted.
      terminationProtection: hasTerminationProtection(scope, settings),
      ...ofStack,
    });
    // Apply these to the whole stack, because CDK adds helper resources outside the service.
    applyTagsAndBoundary(this, settings);
    // CDK omits "Default" from logical IDs, so the resources have the same IDs as resources that are directly
    // in the stack.
    this.service = new FormService(this, 'Default', { ...props, settings });
  }
}
