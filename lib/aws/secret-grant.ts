/** Defines the grant to read a secret that isn't part of the stack. */
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { VariableName } from '../../lambdas/environment.ts';
import { allOf, variable, type Grant } from './service-function.ts';

/**
 * Returns a grant to read a Secrets Manager secret or Parameter Store parameter, and to decrypt it if it has
 * a customer managed key. The key's policy must also allow decryption.
 * @param name environment variable for the ARN
 */
export function grantReadSecret(name: VariableName, arn: string): Grant {
  const [, partition, service = '', region = '', account = ''] = arn.split(':');
  const [action, contextKey] =
    service === 'ssm'
      ? ['ssm:GetParameter', 'kms:EncryptionContext:PARAMETER_ARN']
      : ['secretsmanager:GetSecretValue', 'kms:EncryptionContext:SecretARN'];
  return allOf(variable(name, arn), (fn) => {
    fn.allow(new PolicyStatement({ actions: [action], resources: [arn] }));
    fn.allow(
      new PolicyStatement({
        actions: ['kms:Decrypt'],
        // The key's ARN isn't known, so the grant covers all keys. The encryption context limits it to this
        // secret.
        resources: [`arn:${partition ?? 'aws'}:kms:${region}:${account}:key/*`],
        conditions: {
          StringEquals: { 'kms:ViaService': `${service}.${region}.amazonaws.com`, [contextKey]: arn },
        },
      }),
    );
  });
}
