/** The roles under which the API invokes its functions. */
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { InlinePolicyRole } from '../inline-policy-role.ts';
import type { FunctionIntegration } from './api-document.ts';

/**
 * A role under which the API invokes functions that it was made for, and no others. Without it every function would
 * need a permission for the API, a resource each.
 */
export class Invoker extends InlinePolicyRole {
  readonly #invoke = new PolicyStatement({ actions: ['lambda:InvokeFunction'] });

  constructor(scope: Construct, id: string) {
    super(scope, id, { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });
    this.addToPrincipalPolicy(this.#invoke);
  }

  integration(functionArn: string): FunctionIntegration {
    this.#invoke.addResources(functionArn);
    return { functionArn, roleArn: this.roleArn };
  }
}
