/** Defines which npm packages contain the DynamoDB emulator. */

/** Version of the emulator's packages. Must match `optionalDependencies` in `package.json`. */
export const DYNOXIDE_VERSION = '1.2.1';

/**
 * Checksums from `package-lock.json`, by platform. The lock file only contains the platforms listed here.
 * Downloads for other platforms are only verified against the registry's checksum.
 */
export const LOCKED_INTEGRITY: Readonly<Record<string, string>> = {
  'linux-x64':
    'sha512-sBHqlxJ9ANkLluFkYRfd5r8Y0ApFew4FhOrlhgRAgD4XzEoFOukEo1nuBTQ1+jTtofqwn4NWQ2k0Tn5mNTjgUg==',
};

/** Platforms that the emulator's publisher provides a package for. */
const PLATFORMS: readonly string[] = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'];

/** An operating system and architecture, as named by Node. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
}

/** The emulator's npm package for one platform. */
export interface DynoxidePackage extends Machine {
  /** For example `@dynoxide/linux-x64`. */
  readonly name: string;
  readonly version: string;
  /** Name of the program in the package. */
  readonly program: string;
  /** False if the publisher provides no package for this platform. */
  readonly isPublished: boolean;
}

export function dynoxidePackage({ platform, arch }: Machine): DynoxidePackage {
  return {
    platform,
    arch,
    name: `@dynoxide/${platform}-${arch}`,
    version: DYNOXIDE_VERSION,
    program: platform === 'win32' ? 'dynoxide.exe' : 'dynoxide',
    isPublished: PLATFORMS.includes(`${platform}-${arch}`),
  };
}
