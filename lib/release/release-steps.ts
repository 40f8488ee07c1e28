/** Lists the steps that create a release. Each step adds files to the release's folder. */
import { packPackages } from './pack-packages.ts';
import { writeTemplate } from './template/write-template.ts';
import { writeSbom } from './write-sbom.ts';

export interface Release {
  /** For example `1.0.0`. */
  readonly version: string;
  /** Absolute path of the folder `release/<version>`, which is empty before the first step. */
  readonly folder: string;
}

export interface ReleaseStep {
  /** Description of the step, printed while it runs. */
  readonly makes: string;
  /** Writes the step's files, in subfolders if needed. An error cancels the release. */
  readonly run: (release: Release) => void | Promise<void>;
}

/**
 * The steps, in the order in which they run. After the last step, the checksums of all files are written to
 * `SHA256SUMS`.
 */
export const RELEASE_STEPS: readonly ReleaseStep[] = [
  { makes: 'the npm packages', run: packPackages },
  { makes: 'the CloudFormation template', run: writeTemplate },
  { makes: 'the SBOM', run: writeSbom },
];
