/** A role by which CI deploys without keys: GitHub or GitLab vouches for the job by OpenID Connect, for minutes. */
import { ArnFormat, Stack } from 'aws-cdk-lib';
import { CfnOIDCProvider, PolicyStatement, WebIdentityPrincipal, type IRole } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import * as z from 'zod';
import { InlinePolicyRole } from '../inline-policy-role.ts';

/** Neither a pattern nor anything else that a condition would read in another way. */
const name = z.string().regex(/^[\w.-]+(?:\/[\w.-]+)*$/, 'must be made of letters, digits, and _ . - /');
const names = z.array(name).min(1, 'must name at least one');

const trustedJobs = z.strictObject({
  /** The jobs of a repository on GitHub: those of these branches, and those of these environments. */
  github: z
    .strictObject({
      repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'must be such as acme/forms'),
      branches: names.optional(),
      environments: names.optional(),
    })
    .refine(
      ({ branches, environments }) => branches ?? environments,
      'needs "branches", "environments" or both: whoever may write to the repository could deploy otherwise',
    )
    .optional(),
  /** The jobs of a project on GitLab, of these branches; protect them, as who writes to one can deploy. */
  gitlab: z
    .strictObject({
      project: z.string().regex(/^[\w.-]+(?:\/[\w.-]+)+$/, 'must be such as acme/forms'),
      branches: names,
      /** Where GitLab is; gitlab.com when absent. */
      url: z
        .string()
        .regex(
          /^https:\/\/[\w.-]+(?:\/[\w./-]*[\w-])?$/,
          'must be an https address without a slash at its end',
        )
        .default('https://gitlab.com'),
    })
    .optional(),
  /** The OpenID Connect provider of IAM, of which an account has one for each address; made when absent. */
  providerArn: z
    .string()
    .regex(/^arn:[\w-]+:iam::\d{12}:oidc-provider\/.+$/, 'must be the ARN of an OpenID Connect provider')
    .optional(),
  /** Regions into which the role deploys; that of its stack when absent. */
  regions: z
    .array(z.string().regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'must be a region'))
    .min(1)
    .optional(),
  /** Of the bootstrap stack, when `cdk bootstrap --qualifier` gave it another. */
  qualifier: z
    .string()
    .regex(/^[a-z0-9]{1,10}$/, 'must be up to 10 of a-z and 0-9')
    .default('hnb659fds'),
});

const deployRole = trustedJobs.refine(
  ({ github, gitlab }) => (github === undefined) !== (gitlab === undefined),
  'needs either "github" or "gitlab"',
);
export type DeployRoleProps = z.input<typeof deployRole>;

/** The roles of `cdk bootstrap` that a deployment without container images takes. */
const BOOTSTRAP_ROLES = ['deploy', 'file-publishing', 'lookup'];

export class DeployRole extends Construct {
  readonly role: IRole;

  /** @throws Error naming what is wrong with the properties */
  constructor(scope: Construct, id: string, props: DeployRoleProps) {
    super(scope, id);
    const checked = deployRole.safeParse(props);
    if (!checked.success) throw new Error(checked.error.issues.map(sentence).join('\n'));
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

/** Who vouches for the jobs, and what its tokens say of them. */
function issuerOf({ github, gitlab }: Pick<z.output<typeof deployRole>, 'github' | 'gitlab'>) {
  if (github) {
    const { repository, branches = [], environments = [] } = github;
    return {
      url: 'https://token.actions.githubusercontent.com',
      audience: 'sts.amazonaws.com',
      // https://docs.github.com/en/actions/reference/security/oidc: a job of an environment has that in place of its branch.
      subjects: [
        ...branches.map((branch) => `repo:${repository}:ref:refs/heads/${branch}`),
        ...environments.map((environment) => `repo:${repository}:environment:${environment}`),
      ],
    };
  }
  if (!gitlab) throw new Error('Neither GitHub nor GitLab');
  const { url, project, branches } = gitlab;
  // https://docs.gitlab.com/ci/cloud_services/aws/
  const subjects = branches.map((branch) => `project_path:${project}:ref_type:branch:ref:${branch}`);
  return { url, audience: url, subjects };
}

const sentence = ({ path, message }: z.core.$ZodIssue): string =>
  path.length === 0 ? `DeployRole ${message}` : `DeployRole: "${path.join('.')}" ${message}`;
