/** Replaces a module `*.at-build.ts` with its exported values, as the bundler does for the functions. */
import { join } from 'node:path';

const VALUES = join(import.meta.dirname, 'at-build-values.ts');

export default {
  /** Called by jest. The code depends on nothing but the source, so jest may cache it. */
  process(source, path) {
    const names = Array.from(source.matchAll(/^export const (\w+)/gm), ([, name]) => name);
    return {
      code: `import { atBuildValues } from ${JSON.stringify(VALUES)};
export const { ${names.join(', ')} } = atBuildValues(${JSON.stringify(path)});`,
    };
  },
};
