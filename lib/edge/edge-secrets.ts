/**
 * Creates the secrets that prove that a request came through the edge. Secrets Manager generates them, so
 * they don't appear in templates, settings or environment variables.
 */
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { allOf, variable, type Grant } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import { isEdgeOnly } from '../settings/edge-settings.ts';

const LENGTH = 64;

/**
 * The secret that the edge sends, the next one and, after a rotation, the previous one. The next secret is
 * created in advance, because CloudFormation updates the distribution before the functions. When a rotation
 * makes the edge send the next secret, every running function already accepts it. A secret's value never
 * changes, so a rotation can be rolled back.
 */
export class EdgeSecrets extends Construct {
  /** The secret that the edge sends, as a reference that CloudFormation resolves. */
  readonly sent: string;
  /** Lets a function verify that a request came through the edge. */
  readonly grantVerify: Grant;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    const { edgeSecretVersion: version } = settings;
    const secretOf = (number: number): Secret =>
      new Secret(this, `Version${number}`, {
        description: `Proves that a request came through the distribution of the stage ${settings.stage}`,
        generateSecretString: { excludePunctuation: true, passwordLength: LENGTH },
      });
    const sent = secretOf(version);
    const known = [sent, secretOf(version + 1), ...(version > 1 ? [secretOf(version - 1)] : [])];
    const arns = known.map(({ secretArn }) => secretArn);
    this.sent = sent.secretValue.unsafeUnwrap();
    this.grantVerify = allOf(
      variable('EDGE_SECRET_ARNS', arns.join(' ')),
      (fn) => fn.allow(new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: arns })),
      ...(isEdgeOnly(settings) ? [variable('EDGE_ONLY', 'true')] : []),
    );
  }
}
