/** Replaces each `*.at-build.ts` module with its exported values, as the bundler does for functions. */
import { join } from 'node:path';

const VALUES = join(import.meta.dirname, 'at-build-values.ts');

export default {
  /** Called by Jest. The output depends only on the source, so Jest can cache it. */
  process(source, path) {
    const names = Array.from(source.matchAll(/^export const (\w+)/gm), ([, name]) => name);
    return {
      code: `import { atBuildValues } from ${JSON.stringify(VALUES)};
export const { ${names.join(', ')} } = atBuildValues(${JSON.stringify(path)});`,
    };
  },
};
