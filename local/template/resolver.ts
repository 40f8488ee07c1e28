/** Resolves CloudFormation's intrinsic functions. */
import { ACCOUNT_ID, REGION } from '../aws-names.ts';
import { RunnerError } from '../runner-error.ts';
import { hostOf, physicalResource, type LocalAddresses, type PhysicalResource } from './physical-names.ts';
import type { Template } from './template.ts';

/** `AWS::NoValue`, which removes the property that has this value. */
const NO_VALUE = Symbol('AWS::NoValue');
/** A reference to a whole secret in Secrets Manager, with the secret's ARN. */
const SECRET = /\{\{resolve:secretsmanager:(arn:[\w:/+=.@-]+?):SecretString:{0,3}\}\}/g;

/**
 * Resolves CloudFormation's intrinsic functions to local values.
 *
 * The parameter `where` names the location in error messages (`Resource.Property`). Unknown intrinsic
 * functions cause an error, because passing them on would leave an object in place of a value.
 */
export class Resolver {
  readonly #template: Template;
  readonly #addresses: LocalAddresses;
  readonly #stackName: string;
  readonly #parameters: Readonly<Record<string, string>>;
  /** Custom resources that have been created. */
  readonly #created = new Map<string, PhysicalResource>();

  /**
   * @param parameters values for the template's parameters; the others have their default values
   * @throws RunnerError if the template has no such parameter
   */
  constructor(
    template: Template,
    addresses: LocalAddresses,
    stackName: string,
    parameters: Readonly<Record<string, string>> = {},
  ) {
    for (const name of Object.keys(parameters))
      if (!(name in template.Parameters)) throw new RunnerError(`The template has no parameter ${name}`);
    this.#parameters = parameters;
    this.#template = template;
    this.#addresses = addresses;
    this.#stackName = stackName;
  }

  /**
   * Returns the value with all intrinsic functions replaced, or `undefined` if the value itself is
   * `AWS::NoValue`.
   */
  resolve(value: unknown, where: string): unknown {
    const resolved = this.#value(value, where);
    return resolved === NO_VALUE ? undefined : this.#withSecrets(resolved, where);
  }

  /**
   * Returns true if the condition with this name is met.
   * @throws RunnerError if there is no such condition
   */
  condition(name: string, where: string): boolean {
    if (!(name in this.#template.Conditions))
      throw new RunnerError(`${where}: there is no condition ${name}`);
    return this.#test(this.#template.Conditions[name], `Conditions.${name}`);
  }

  /** Sets a custom resource's physical id and attributes after its function has created the resource. */
  setAttributes(logicalId: string, created: PhysicalResource): void {
    this.#created.set(logicalId, created);
  }

  /** ARN of the stack. */
  get stackId(): string {
    return `arn:aws:cloudformation:${REGION}:${ACCOUNT_ID}:stack/${this.#stackName}/local`;
  }

  /** Returns a resource's local name and attributes. */
  physical(logicalId: string, where: string): PhysicalResource {
    const resource = this.#template.Resources[logicalId];
    if (resource === undefined)
      throw new RunnerError(`${where} refers to ${logicalId}, which is not in the template`);
    const created = this.#created.get(logicalId);
    if (created) return created;
    const given = (property: string): string | undefined => {
      const name = this.resolve(resource.Properties[property], `${logicalId}.${property}`);
      return typeof name === 'string' ? name : undefined;
    };
    return physicalResource(logicalId, resource, given, this.#addresses);
  }

  #value(value: unknown, where: string): unknown {
    if (Array.isArray(value)) {
      return value
        .map((item, index) => this.#value(item, `${where}[${index}]`))
        .filter((item) => item !== NO_VALUE);
    }
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value);
    const only = entries.length === 1 ? entries[0] : undefined;
    if (only !== undefined && (only[0] === 'Ref' || only[0] === 'Condition' || only[0].startsWith('Fn::'))) {
      return this.#intrinsic(only[0], only[1], where);
    }
    return Object.fromEntries(
      entries
        .map(([key, item]) => [key, this.#value(item, `${where}.${key}`)] as const)
        .filter(([, item]) => item !== NO_VALUE),
    );
  }

  /**
   * Replaces dynamic references. Call this after replacing intrinsic functions, because references can
   * contain them.
   */
  #withSecrets(value: unknown, where: string): unknown {
    const { secretOf } = this.#addresses;
    if (secretOf === undefined) return value;
    if (typeof value === 'string')
      return value.replaceAll(SECRET, (_all, arn: string) => secretOf(arn, where));
    if (Array.isArray(value)) return value.map((item) => this.#withSecrets(item, where));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, this.#withSecrets(item, where)]),
    );
  }

  #intrinsic(name: string, argument: unknown, where: string): unknown {
    switch (name) {
      case 'Ref':
        return this.#ref(text(argument, name, where), where);
      case 'Condition':
        // `Condition` can also be a key in an IAM statement. The value is then an object instead of a
        // condition's name.
        return typeof argument === 'string'
          ? this.condition(argument, where)
          : { Condition: this.#value(argument, `${where}.Condition`) };
      case 'Fn::GetAtt': {
        const [logicalId = '', ...path] =
          typeof argument === 'string' ? argument.split('.') : list(argument, name, where);
        return this.#attribute(String(logicalId), path.map(String).join('.'), where);
      }
      case 'Fn::Join': {
        const [separator, parts] = list(argument, name, where);
        const joined = list(this.#value(parts, where), name, where)
          .map((part) => text(part, name, where))
          .join(text(separator, name, where));
        return this.#withoutTls(joined);
      }
      case 'Fn::Sub':
        return this.#substitute(argument, where);
      case 'Fn::Select': {
        const [index, options] = list(argument, name, where);
        const chosen = list(this.#value(options, where), name, where)[Number(this.#value(index, where))];
        if (chosen === undefined)
          throw new RunnerError(`${where}: Fn::Select has no element ${String(index)}`);
        return chosen;
      }
      case 'Fn::Split': {
        const [separator, source] = list(argument, name, where);
        return text(this.#value(source, where), name, where).split(text(separator, name, where));
      }
      case 'Fn::If': {
        const [condition, whenTrue, whenFalse] = list(argument, name, where);
        return this.#value(this.condition(text(condition, name, where), where) ? whenTrue : whenFalse, where);
      }
      case 'Fn::FindInMap': {
        const [map, first, second] = list(argument, name, where).map((key) =>
          text(this.#value(key, where), name, where),
        );
        const found = this.#template.Mappings[map ?? '']?.[first ?? '']?.[second ?? ''];
        if (found === undefined) throw new RunnerError(`${where}: Fn::FindInMap found no value`);
        return found;
      }
      case 'Fn::Equals':
      case 'Fn::And':
      case 'Fn::Or':
      case 'Fn::Not':
        return this.#test({ [name]: argument }, where);
      default:
        throw new RunnerError(`${where} uses ${name}, which the local runner does not support`);
    }
  }

  /**
   * Replaces `https://` with `http://` for the edge's domain, because the runner, which acts as the edge,
   * doesn't support TLS.
   */
  #withoutTls(address: string): string {
    const { apiEndpoint } = this.#addresses;
    return address.startsWith('https://')
      ? address.replace(`https://${hostOf(apiEndpoint)}`, apiEndpoint)
      : address;
  }

  #ref(name: string, where: string): unknown {
    switch (name) {
      case 'AWS::Region':
        return REGION;
      case 'AWS::AccountId':
        return ACCOUNT_ID;
      case 'AWS::Partition':
        return 'aws';
      case 'AWS::URLSuffix':
        return 'amazonaws.com';
      case 'AWS::StackName':
        return this.#stackName;
      case 'AWS::StackId':
        return this.stackId;
      case 'AWS::NoValue':
        return NO_VALUE;
    }
    const parameter = this.#template.Parameters[name];
    if (parameter) return this.#parameters[name] ?? parameter.Default ?? '';
    return this.physical(name, where).ref;
  }

  #attribute(logicalId: string, attribute: string, where: string): string {
    const value = this.physical(logicalId, where).attributes[attribute];
    if (value !== undefined) return value;
    throw new RunnerError(
      `${where} uses Fn::GetAtt ${logicalId}.${attribute} (${this.#template.Resources[logicalId]?.Type ?? ''}), ` +
        'which the local runner does not support',
    );
  }

  #substitute(argument: unknown, where: string): string {
    const [template, variables] = Array.isArray(argument) ? (argument as unknown[]) : [argument, {}];
    const given = new Map(Object.entries(variables ?? {}));
    return text(template, 'Fn::Sub', where).replaceAll(
      /\$\{(!?)([^}]+)\}/g,
      (_all, literal: string, name: string) => {
        if (literal) return `\${${name}}`;
        if (given.has(name)) return text(this.#value(given.get(name), where), 'Fn::Sub', where);
        const dot = name.indexOf('.');
        const value =
          dot < 0 ? this.#ref(name, where) : this.#attribute(name.slice(0, dot), name.slice(dot + 1), where);
        return text(value, 'Fn::Sub', where);
      },
    );
  }

  #test(expression: unknown, where: string): boolean {
    const [name, argument] = Object.entries(expression ?? {})[0] ?? [];
    const operands = (): unknown[] => list(argument, String(name), where);
    switch (name) {
      case 'Fn::Equals': {
        const [left, right] = operands().map((operand) => JSON.stringify(this.#value(operand, where)));
        return left === right;
      }
      case 'Fn::And':
        return operands().every((operand) => this.#test(operand, where));
      case 'Fn::Or':
        return operands().some((operand) => this.#test(operand, where));
      case 'Fn::Not':
        return !this.#test(operands()[0], where);
      case 'Condition':
        return this.condition(text(argument, name, where), where);
      default:
        throw new RunnerError(
          `${where} uses ${String(name)} as a condition, which the local runner does not support`,
        );
    }
  }
}

function list(value: unknown, intrinsic: string, where: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw new RunnerError(`${where}: ${intrinsic} requires a list`);
}

function text(value: unknown, intrinsic: string, where: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new RunnerError(`${where}: ${intrinsic} requires a string`);
}
