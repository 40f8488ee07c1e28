/** Defines the roles that API Gateway assumes to invoke functions. */
import { Fn } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { InlinePolicyRole } from '../aws/inline-policy-role.ts';
import type { FunctionIntegration } from './api-document.ts';

/**
 * A role that can only invoke the functions granted to it. Resource-based permissions would add a resource to
 * the stack for each function.
 */
export class Invoker extends InlinePolicyRole {
  readonly #invoke = new PolicyStatement({ actions: ['lambda:InvokeFunction'] });

  constructor(scope: Construct, id: string) {
    super(scope, id, { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });
    this.addToPrincipalPolicy(this.#invoke);
  }

  /**
   * Lets API Gateway invoke the function and returns the integration.
   * @param functionArn template for `Fn::Sub`
   */
  integration(functionArn: string): FunctionIntegration {
    this.#invoke.addResources(Fn.sub(functionArn));
    return { functionArn, roleArn: this.roleArn };
  }
}
