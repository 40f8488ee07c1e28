/** Lists the steps of a release. Each one adds files to the release's folder. */
import { packPackages } from './pack-packages.ts';
import { writeTemplate } from './template/write-template.ts';
import { writeSbom } from './write-sbom.ts';

export interface Release {
  /** For example `1.0.0`. */
  readonly version: string;
  /** Absolute path of `release/<version>`, which exists and is empty before the first step. */
  readonly folder: string;
}

export interface ReleaseStep {
  /** Description of the step, printed while it runs. */
  readonly makes: string;
  /** Writes the step's files, which may be in subfolders. Throws an error to end the release. */
  readonly run: (release: Release) => void | Promise<void>;
}

/** Steps in the order in which they run. Afterwards, `SHA256SUMS` is written for all files of all steps. */
export const RELEASE_STEPS: readonly ReleaseStep[] = [
  { makes: 'the npm packages', run: packPackages },
  { makes: 'the CloudFormation template', run: writeTemplate },
  { makes: 'the SBOM', run: writeSbom },
];
