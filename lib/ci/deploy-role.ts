/**
 * Creates an IAM role that lets CI deploy without long-term keys, using OpenID Connect from GitHub or GitLab.
 */
import { ArnFormat, Stack } from 'aws-cdk-lib';
import { CfnOIDCProvider, PolicyStatement, WebIdentityPrincipal, type IRole } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import * as z from 'zod';
import { checkPlainly, pathText, type PlainIssue } from '../../lambdas/core/errors/plain-issues.ts';
import { InlinePolicyRole } from '../aws/inline-policy-role.ts';

/** Rejects characters that have a special meaning in IAM conditions, such as `*`. */
const name = z.string().regex(/^[\w.-]+(?:\/[\w.-]+)*$/, 'must contain only letters, digits, and _ . - /');
const names = z.array(name).min(1, 'must name at least one');

const trustedJobs = z.strictObject({
  /** Trusts jobs in a GitHub repository that run for one of these branches or environments. */
  github: z
    .strictObject({
      repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'must be a path such as acme/forms'),
      branches: names.optional(),
      environments: names.optional(),
    })
    .refine(
      ({ branches, environments }) => branches ?? environments,
      'needs "branches", "environments" or both; otherwise everyone with write access to the repository could deploy',
    )
    .optional(),
  /**
   * Trusts jobs in a GitLab project that run for one of these branches. Protect the branches, because anyone
   * who can push to them can deploy.
   */
  gitlab: z
    .strictObject({
      project: z.string().regex(/^[\w.-]+(?:\/[\w.-]+)+$/, 'must be a path such as acme/forms'),
      branches: names,
      /** URL of the GitLab instance. Defaults to gitlab.com. */
      url: z
        .string()
        .regex(
          /^https:\/\/[\w.-]+(?:\/[\w./-]*[\w-])?$/,
          'must be an https URL without a trailing slash, for example https://gitlab.example.com',
        )
        .default('https://gitlab.com'),
    })
    .optional(),
  /**
   * ARN of an existing IAM OpenID Connect provider. If absent, a provider is created. An account can have
   * only one provider per URL.
   */
  providerArn: z
    .string()
    .regex(/^arn:[\w-]+:iam::\d{12}:oidc-provider\/.+$/, 'must be the ARN of an OpenID Connect provider')
    .optional(),
  /** Regions to deploy to. Defaults to the stack's region. */
  regions: z
    .array(z.string().regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'must be a region'))
    .min(1)
    .optional(),
  /** Qualifier of the bootstrap stack, if you changed it with `cdk bootstrap --qualifier`. */
  qualifier: z
    .string()
    .regex(/^[a-z0-9]{1,10}$/, 'must be 1 to 10 characters (a-z and 0-9)')
    .default('hnb659fds'),
});

const deployRole = trustedJobs.refine(
  ({ github, gitlab }) => (github === undefined) !== (gitlab === undefined),
  'needs either "github" or "gitlab"',
);
export type DeployRoleProps = z.input<typeof deployRole>;

/**
 * The bootstrap roles that a deployment needs. The service has no container images, so it doesn't need the
 * role for publishing them.
 */
const BOOTSTRAP_ROLES = ['deploy', 'file-publishing', 'lookup'];

export class DeployRole extends Construct {
  readonly role: IRole;

  /** @throws Error that names each invalid property */
  constructor(scope: Construct, id: string, props: DeployRoleProps) {
    super(scope, id);
    const checked = checkPlainly(deployRole, props);
    if (!checked.success) throw new Error(checked.issues.map(describeIssue).join('\n'));
    const { providerArn, regions = [Stack.of(this).region], qualifier, ...jobs } = checked.data;
    const { url, audience, subjects } = issuerOf(jobs);
    const provider =
      providerArn ?? new CfnOIDCProvider(this, 'Provider', { url, clientIdList: [audience] }).attrArn;
    const issuer = url.replace('https://', '');
    const role = new InlinePolicyRole(this, 'Role', {
      assumedBy: new WebIdentityPrincipal(provider, {
        StringEquals: { [`${issuer}:aud`]: audience, [`${issuer}:sub`]: subjects },
      }),
    });
    role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['sts:AssumeRole'],
        resources: regions.flatMap((region) =>
          BOOTSTRAP_ROLES.map((each) => this.#bootstrapRole(`cdk-${qualifier}-${each}-role`, region)),
        ),
      }),
    );
    this.role = role;
  }

  #bootstrapRole(role: string, region: string): string {
    const { account } = Stack.of(this);
    const resourceName = `${role}-${account}-${region}`;
    const arn = { service: 'iam', region: '', resource: 'role', resourceName };
    return Stack.of(this).formatArn({ ...arn, arnFormat: ArnFormat.SLASH_RESOURCE_NAME });
  }
}

/** Returns the OpenID Connect issuer, audience and token subjects of the trusted jobs. */
function issuerOf({ github, gitlab }: Pick<z.output<typeof deployRole>, 'github' | 'gitlab'>) {
  if (github) {
    const { repository, branches = [], environments = [] } = github;
    return {
      url: 'https://token.actions.githubusercontent.com',
      audience: 'sts.amazonaws.com',
      // If a job uses an environment, its subject contains the environment instead of the branch:
      // https://docs.github.com/en/actions/reference/security/oidc
      subjects: [
        ...branches.map((branch) => `repo:${repository}:ref:refs/heads/${branch}`),
        ...environments.map((environment) => `repo:${repository}:environment:${environment}`),
      ],
    };
  }
  if (!gitlab) throw new Error('github or gitlab must be set');
  const { url, project, branches } = gitlab;
  // https://docs.gitlab.com/ci/cloud_services/aws/
  const subjects = branches.map((branch) => `project_path:${project}:ref_type:branch:ref:${branch}`);
  return { url, audience: url, subjects };
}

const describeIssue = ({ path, message }: PlainIssue): string =>
  path.length === 0 ? `DeployRole ${message}` : `DeployRole: "${pathText(path)}" ${message}`;
