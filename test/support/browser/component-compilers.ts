/**
 * Compiles Vue and Svelte components, so that esbuild can bundle them. The compilers are loaded when a test
 * needs them. Loading them with `require` keeps their types, including browser types, out of the tests.
 */
import { createRequire } from 'node:module';
import type { Plugin } from 'esbuild';

const load = createRequire(import.meta.url);

interface VueCompiler {
  parse(source: string): { descriptor: unknown; errors: readonly Error[] };
  compileScript(descriptor: unknown, options: { id: string; inlineTemplate: boolean }): { content: string };
}
interface SvelteCompiler {
  compile(
    source: string,
    options: { generate: 'client'; filename: string },
  ): { js: { code: string }; warnings: readonly { message: string }[] };
}

/** Throws if the component has a syntax error. */
function compiledVue(source: string): string {
  const { parse, compileScript } = load('vue/compiler-sfc') as VueCompiler;
  const { descriptor, errors } = parse(source);
  if (errors[0]) throw errors[0];
  return compileScript(descriptor, { id: 'component', inlineTemplate: true }).content;
}

/** Throws if the component has a syntax error, or if the compiler warns about it. */
function compiledSvelte(source: string): string {
  const { compile } = load('svelte/compiler') as SvelteCompiler;
  const { js, warnings } = compile(source, { generate: 'client', filename: 'component.svelte' });
  if (warnings[0]) throw new Error(warnings[0].message);
  return js.code;
}

/**
 * Returns a plugin that provides source files to a bundle, and compiles components.
 * @param files contents by import path, such as `./component.vue`
 */
export const virtualFiles = (files: Readonly<Record<string, string>>, resolveDir: string): Plugin => ({
  name: 'virtual-files',
  setup(build) {
    build.onResolve({ filter: /^\.\// }, ({ path }) =>
      path in files ? { path, namespace: 'virtual' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'virtual' }, ({ path }) => {
      const source = files[path] ?? '';
      if (path.endsWith('.vue')) return { contents: compiledVue(source), loader: 'js', resolveDir };
      if (path.endsWith('.svelte')) return { contents: compiledSvelte(source), loader: 'js', resolveDir };
      return { contents: source, loader: 'tsx', resolveDir };
    });
  },
});
