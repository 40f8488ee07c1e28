/** Merges a stack's templates for different settings into one template with conditions. */

/** A stack's template, synthesized with these settings turned on and all others turned off. */
export interface Variant {
  readonly on: ReadonlySet<string>;
  readonly template: Template;
}

export type Template = Readonly<Record<string, unknown>>;
type Section = Readonly<Record<string, Template>>;

/** The same part of the template in each variant, or undefined for variants that don't have this part. */
type Versions = readonly { readonly on: ReadonlySet<string>; readonly value: unknown }[];

/** A decision tree. The first branch applies if the setting is turned on, the second if it's turned off. */
type Tree<T> =
  { readonly leaf: T } | { readonly setting: string; readonly on: Tree<T>; readonly off: Tree<T> };

const NO_VALUE = { Ref: 'AWS::NoValue' };

/**
 * Attributes of a resource that can contain `Fn::If` (CloudFormation user guide, "Condition functions"). All
 * other attributes must be the same in all variants.
 */
const CONDITIONAL_ATTRIBUTES = new Set(['Properties', 'Metadata', 'UpdatePolicy']);

/**
 * Merges the variants. A resource or output that is missing in some variants gets a condition. Other
 * differences are expressed with `Fn::If`.
 * @param settings names of the conditions that are true if a setting is turned on
 * @throws Error if variants differ in something that can't depend on a condition
 */
export function mergeVariants(variants: readonly Variant[], settings: readonly string[]): Template {
  const conditions = new Conditions(settings);
  const section = (name: string): Versions =>
    variants.map(({ on, template }) => ({ on, value: template[name] ?? {} }));
  const merged = {
    Resources: mapSection(section('Resources'), conditions, mergeResource),
    Outputs: mapSection(section('Outputs'), conditions, (versions) => mergeValue(versions, settings)),
    Mappings: mapSection(section('Mappings'), undefined, (versions, at) => same(versions, at)),
  };
  return { Conditions: conditions.added, ...merged };

  function mergeResource(versions: Versions, at: string): unknown {
    return mapKeys(versions, (attribute, parts) => {
      if (CONDITIONAL_ATTRIBUTES.has(attribute)) return mergeValue(parts, settings);
      return same(parts, `${at}.${attribute}`);
    });
  }
}

/** Merges entries by logical id. If `conditions` is absent, entries that only some variants have are kept as well. */
function mapSection(
  versions: Versions,
  conditions: Conditions | undefined,
  merge: (versions: Versions, at: string) => unknown,
): Section {
  return mapKeys(versions, (id, parts) => {
    const present = parts.filter(({ value }) => value !== undefined);
    const merged = merge(present, id) as Template;
    const condition =
      present.length < parts.length
        ? conditions?.of(treeOf(parts, isPresent, conditions.settings))
        : undefined;
    return condition === undefined ? merged : { ...merged, Condition: condition };
  }) as Section;
}

function mapKeys(versions: Versions, merge: (key: string, parts: Versions) => unknown): Template {
  const keys = new Set(versions.flatMap(({ value }) => Object.keys(value as Template)));
  return Object.fromEntries(
    [...keys].map((key) => [
      key,
      merge(
        key,
        versions.map(({ on, value }) => ({ on, value: (value as Template)[key] })),
      ),
    ]),
  );
}

function mergeValue(versions: Versions, settings: readonly string[]): unknown {
  const present = versions.filter(({ value }) => value !== undefined);
  if (present.length < versions.length)
    return written(treeOf(versions, isPresent, settings), (isThere, part) =>
      isThere ? mergeValue(part, settings) : NO_VALUE,
    );
  const [first] = present;
  if (first === undefined || present.every(({ value }) => text(value) === text(first.value)))
    return first?.value;
  if (present.every(({ value }) => Array.isArray(value))) {
    const list = mergeLists(present, settings, NO_VALUE);
    if (list !== undefined) return list;
  }
  if (present.every(({ value }) => isConcatenation(value))) {
    const parts = present.map(({ on, value }) => ({ on, value: (value as Concatenation)['Fn::Join'][1] }));
    // `AWS::NoValue` isn't documented for lists of strings to concatenate, so use empty strings.
    const list = mergeLists(parts, settings, '');
    if (list !== undefined) return { 'Fn::Join': ['', list] };
  }
  if (present.every(({ value }) => isPlainObject(value)))
    return mapKeys(present, (_, parts) => mergeValue(parts, settings));
  return written(treeOf(present, text, settings), (_, [one]) => one?.value);

  function written<T>(tree: Tree<T>, leaf: (of: T, part: Versions) => unknown, part = versions): unknown {
    if ('leaf' in tree) return leaf(tree.leaf, part);
    const [on, off] = split(part, tree.setting);
    return { 'Fn::If': [tree.setting, written(tree.on, leaf, on), written(tree.off, leaf, off)] };
  }
}

/**
 * Merges lists into one that contains all of their items. Each item gets the condition under which it's
 * included. Returns undefined if the lists have items in different orders.
 * @param none replaces an item when its condition isn't met
 */
function mergeLists(versions: Versions, settings: readonly string[], none: unknown): unknown[] | undefined {
  const lists = versions.map(({ value }) => value as unknown[]);
  const keys = inOrder(lists.map(numbered));
  if (keys === undefined) return undefined;
  const items = new Map(
    lists.flatMap((list) => numbered(list).map((key, index) => [key, list[index]] as const)),
  );
  const places = lists.map((list) => new Set(numbered(list)));
  return keys.map((key) => {
    const parts = versions.map(({ on }, index) => ({
      on,
      value: places[index]?.has(key) ? true : undefined,
    }));
    const write = (tree: Tree<boolean>): unknown => {
      if ('leaf' in tree) return tree.leaf ? items.get(key) : none;
      return { 'Fn::If': [tree.setting, write(tree.on), write(tree.off)] };
    };
    return write(treeOf(parts, isPresent, settings));
  });
}

/** Serializes the items. Adds a number so that equal items in the same list remain distinct. */
function numbered(list: readonly unknown[]): string[] {
  const seen = new Map<string, number>();
  return list.map((item) => {
    const key = text(item);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return `${before} ${key}`;
  });
}

/**
 * Returns the items of all lists in an order that is consistent with every list, or undefined if no such
 * order exists.
 */
function inOrder(lists: readonly (readonly string[])[]): string[] | undefined {
  const before = new Map<string, string[]>();
  for (const list of lists)
    list.forEach((item, index) => {
      before.set(item, [...(before.get(item) ?? []), ...list.slice(Math.max(0, index - 1), index)]);
    });
  const order = new Set<string>();
  while (order.size < before.size) {
    const next = [...before].find(
      ([item, earlier]) => !order.has(item) && earlier.every((each) => order.has(each)),
    );
    if (next === undefined) return undefined;
    order.add(next[0]);
  }
  return [...order];
}

/**
 * Returns a decision tree that determines a variant's class from its settings. First checks the settings that
 * narrow down the classes the most.
 */
function treeOf<T>(versions: Versions, classOf: (value: unknown) => T, settings: readonly string[]): Tree<T> {
  const classes = (part: Versions): Set<T> => new Set(part.map(({ value }) => classOf(value)));
  const [only, other] = classes(versions);
  if (other === undefined) return { leaf: only as T };
  const [best] = settings
    .map((setting) => ({ setting, parts: split(versions, setting) }))
    .filter(({ parts }) => parts.every(({ length }) => length > 0))
    .map((each) => ({ ...each, left: each.parts.reduce((sum, part) => sum + classes(part).size, 0) }))
    .toSorted((a, b) => a.left - b.left);
  if (best === undefined) throw new Error('Two variants with the same settings differ');
  const [on, off] = best.parts;
  return { setting: best.setting, on: treeOf(on, classOf, settings), off: treeOf(off, classOf, settings) };
}

function split(versions: Versions, setting: string): [on: Versions, off: Versions] {
  return [versions.filter(({ on }) => on.has(setting)), versions.filter(({ on }) => !on.has(setting))];
}

/** Conditions of resources that depend on several settings. */
class Conditions {
  readonly settings: readonly string[];
  readonly added: Record<string, unknown> = {};

  constructor(settings: readonly string[]) {
    this.settings = settings;
  }

  /** Returns the name of the condition that a decision tree describes. */
  of(tree: Tree<boolean>): string {
    const { name, condition } = described(tree);
    if (!this.settings.includes(name)) this.added[name] = condition;
    return name;
  }
}

interface Condition {
  readonly name: string;
  readonly condition: unknown;
}

/** Converts a decision tree to a CloudFormation condition. The tree must have at least one decision. */
function described(tree: Tree<boolean>): Condition {
  if ('leaf' in tree) throw new Error('This condition would always be the same');
  const { setting } = tree;
  const is = { Condition: setting };
  const branches = [
    branch({ name: setting, condition: is }, tree.on),
    branch({ name: `Not${setting}`, condition: { 'Fn::Not': [is] } }, tree.off),
  ].flat();
  const [first, second] = branches;
  if (first === undefined) throw new Error('This condition would never be met');
  if (second === undefined) return first;
  const condition = { 'Fn::Or': [first.condition, second.condition] };
  return { name: `${first.name}Or${second.name}`, condition };
}

/**
 * Combines a branch's decision with the rest of the tree. Returns an empty list if the rest is always false.
 */
function branch(decision: Condition, rest: Tree<boolean>): Condition[] {
  if ('leaf' in rest) return rest.leaf ? [decision] : [];
  const { name, condition } = described(rest);
  return [{ name: `${decision.name}And${name}`, condition: { 'Fn::And': [decision.condition, condition] } }];
}

function same(versions: Versions, at: string): unknown {
  const [first, other] = new Map(
    versions.filter(({ value }) => value !== undefined).map(({ value }) => [text(value), value]),
  ).values();
  if (other !== undefined) throw new Error(`Variants differ in ${at}, which can't depend on a condition`);
  return first;
}

interface Concatenation {
  readonly 'Fn::Join': readonly ['', readonly unknown[]];
}

const isPresent = (value: unknown): boolean => value !== undefined;
const text = (value: unknown): string => JSON.stringify(value);

function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !Object.keys(value).some((key) => key === 'Ref' || key.startsWith('Fn::'));
}

function isConcatenation(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('Fn::Join' in value)) return false;
  const [delimiter, parts] = value['Fn::Join'] as unknown[];
  return delimiter === '' && Array.isArray(parts);
}
