/** Reads a synthesized stack from its cloud assembly. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { checkPlainly } from '../../lambdas/core/errors/plain-issues.ts';
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

type Json = Readonly<Record<string, unknown>>;

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
   * @param parameters values for the template's parameters; the others have their default values
   * @throws RunnerError if a file is missing or has the wrong format, or a parameter is unknown
   */
  static read(
    assembly: string,
    name: string,
    addresses: LocalAddresses,
    parameters?: Readonly<Record<string, string>>,
  ): Stack {
    const templateFile = path.join(assembly, `${name}.template.json`);
    const template = parseTemplate(readJson(templateFile), templateFile);
    return new Stack(
      template,
      new Resolver(template, addresses, name, parameters),
      readAssets(assembly, name),
    );
  }

  /**
   * Returns all resources of the given types, except resources with an unmet condition. Only resolves the
   * properties in `schema`, so unsupported intrinsic functions in other properties are ignored.
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

  /**
   * Returns all custom resources of one type with their properties as text, except resources with an unmet
   * condition.
   */
  customResources(type: string): { readonly logicalId: string; readonly properties: Json }[] {
    return Object.entries(this.#template.Resources).flatMap(
      ([logicalId, { Type, Properties, Condition }]) => {
        if (Type !== type) return [];
        if (Condition !== undefined && !this.#resolver.condition(Condition, logicalId)) return [];
        const properties = asText(this.#resolver.resolve(Properties, logicalId)) as Json;
        return [{ logicalId, properties }];
      },
    );
  }

  /** Sets the physical id and attributes of a custom resource after its function has created it. */
  setAttributes(logicalId: string, created: PhysicalResource): void {
    this.#resolver.setAttributes(logicalId, created);
  }

  /** ARN of the stack. */
  get id(): string {
    return this.#resolver.stackId;
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

  /** The folders of all assets by object key. */
  get assetFolders(): ReadonlyMap<string, string> {
    return this.#assets;
  }

  /** Returns the folder that CDK would upload as `objectKey`. */
  assetFolder(objectKey: string, where: string): string {
    const folder = this.#assets.get(objectKey);
    if (folder === undefined)
      throw new RunnerError(`${where}: the assembly has no asset folder for ${objectKey}`);
    return folder;
  }
}

/** Converts numbers and booleans to text, as CloudFormation does for custom resources. */
function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asText(part)]));
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
