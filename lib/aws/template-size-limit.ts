/** Fails the synthesis if a stack's template is too large for CloudFormation. */
import {
  Stack,
  Stage,
  Validations,
  type IPolicyValidationContext,
  type IPolicyValidationPlugin,
  type PolicyValidationPluginReport,
} from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { statSync } from 'node:fs';

/** CloudFormation's limit for a template that is uploaded to S3, in bytes. */
const MAX_BYTES = 1_000_000;

/** Checks the size of a stack's template after it has been written. */
class TemplateSizeLimit implements IPolicyValidationPlugin {
  readonly name = 'svc-forms';
  readonly #stackPath: string;

  constructor(stack: Stack) {
    this.#stackPath = stack.node.path;
  }

  validate({ stackTemplates }: IPolicyValidationContext): PolicyValidationPluginReport {
    const violations = stackTemplates
      .filter(({ stackConstructPath }) => stackConstructPath === this.#stackPath)
      .map(({ templatePath }) => ({ templatePath, bytes: statSync(templatePath).size }))
      .filter(({ bytes }) => bytes > MAX_BYTES)
      .map(({ templatePath, bytes }) => ({
        ruleName: 'template-size',
        description:
          `The template of the stack "${this.#stackPath}" is ${bytes} bytes long, and CloudFormation accepts at most ` +
          `${MAX_BYTES}.`,
        fix: 'Set suppressTemplateIndentation: true on the stack, or deploy the service in a stack without other resources.',
        violatingResources: [{ constructPath: this.#stackPath, locations: [], templatePath }],
      }));
    return { success: violations.length === 0, violations };
  }
}

/**
 * Makes the synthesis fail if the construct's stack has a template larger than 1,000,000 bytes. Otherwise,
 * the deployment would only fail after all assets have been uploaded.
 */
export function limitTemplateSize(scope: Construct): void {
  Validations.of(Stage.of(scope) ?? scope.node.root).addPlugins(new TemplateSizeLimit(Stack.of(scope)));
}
