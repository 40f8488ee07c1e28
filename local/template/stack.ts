/** Reads a synthesized stack from its cloud assembly. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { checkPlainly } from '../../lambdas/core/plain-issues.ts';
import { RunnerError } from '../runner-error.ts';
import type { LocalAddresses, PhysicalResource } from './physical-names.ts';
import { Resolver } from './resolver.ts';
import { oneLine, parseTemplate, type Template } from './template.ts';

/** A resource from the template, with its properties resolved and validated. */
export interface StackResource<P> {
  readonly logicalId: string;
  readonly ref: string;
  readonly attributes: PhysicalResource['attributes'];
  readonly properties: P;
}

const assetManifest = z.object({
  files: z
    .record(
      z.string(),
      z.object({
        source: z.object({ path: z.string().optional() }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    )
    .default({}),
});

/** A synthesized stack: its template with local values, and its asset folders. */
export class Stack {
  readonly #template: Template;
  readonly #resolver: Resolver;
  readonly #assets: ReadonlyMap<string, string>;

  private constructor(template: Template, resolver: Resolver, assets: ReadonlyMap<string, string>) {
    this.#template = template;
    this.#resolver = resolver;
    this.#assets = assets;
  }

  /**
   * Reads `<name>.template.json` and `<name>.assets.json` from a CDK cloud assembly.
   * @throws RunnerError if a file is missing or has the wrong format
   */
  static read(assembly: string, name: string, addresses: LocalAddresses): Stack {
    const templateFile = path.join(assembly, `${name}.template.json`);
    const template = parseTemplate(readJson(templateFile), templateFile);
    return new Stack(template, new Resolver(template, addresses, name), readAssets(assembly, name));
  }

  /**
   * Returns all resources of the given types whose condition is met. Only resolves the properties in
   * `schema`, so unsupported intrinsic functions in other properties are ignored.
   * @throws RunnerError that names the resource and property that can't be read
   */
  resources<S extends z.ZodObject>(types: readonly string[], schema: S): StackResource<z.infer<S>>[] {
    return Object.entries(this.#template.Resources).flatMap(([logicalId, resource]) => {
      if (!types.includes(resource.Type)) return [];
      if (resource.Condition !== undefined && !this.#resolver.condition(resource.Condition, logicalId))
        return [];
      const wanted = Object.keys(schema.shape).filter((property) => property in resource.Properties);
      const resolved = Object.fromEntries(
        wanted.map((property) => [
          property,
          this.#resolver.resolve(resource.Properties[property], `${logicalId}.${property}`),
        ]),
      );
      const parsed = checkPlainly(schema, resolved);
      if (!parsed.success) {
        throw new RunnerError(
          `${logicalId} (${resource.Type}) is not supported locally: ${oneLine(parsed.issues)}`,
        );
      }
      return [{ logicalId, ...this.#resolver.physical(logicalId, logicalId), properties: parsed.data }];
    });
  }

  /** Returns the stack's outputs by logical id. Omits outputs that have no local value. */
  outputs(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.#template.Outputs).flatMap(([name, output]) => {
        try {
          const value = this.#resolver.resolve(output.Value, `Outputs.${name}`);
          return typeof value === 'string' ? [[name, value]] : [];
        } catch (error) {
          if (error instanceof RunnerError) return [];
          throw error;
        }
      }),
    );
  }

  /** Returns the folder whose content CDK would upload as `objectKey`. */
  assetFolder(objectKey: string, where: string): string {
    const folder = this.#assets.get(objectKey);
    if (folder === undefined)
      throw new RunnerError(`${where}: the assembly has no asset folder for ${objectKey}`);
    return folder;
  }
}

/** Reads the asset folders from the manifest, because in-process synthesis writes no resource metadata. */
function readAssets(assembly: string, name: string): Map<string, string> {
  const file = path.join(assembly, `${name}.assets.json`);
  const parsed = checkPlainly(assetManifest, readJson(file));
  if (!parsed.success) throw new RunnerError(`${file} is not an asset manifest: ${oneLine(parsed.issues)}`);
  const folders = new Map<string, string>();
  for (const { source, destinations } of Object.values(parsed.data.files)) {
    if (source.path === undefined) continue;
    for (const { objectKey } of Object.values(destinations)) {
      folders.set(objectKey, path.resolve(assembly, source.path));
    }
  }
  return folders;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch (cause) {
    throw new RunnerError(`cannot read ${file}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
