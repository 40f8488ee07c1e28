/**
 * Resolves the parameters and conditions of a template as CloudFormation does, and leaves references to
 * resources and pseudo parameters as they are.
 */

type Json = Readonly<Record<string, any>>;
const NO_VALUE = Symbol('AWS::NoValue');

/** Returns the template's resources and outputs with these parameters. */
export function resolveTemplate(template: Json, given: Readonly<Record<string, string | number>>): Json {
  const parameters = new Map(
    Object.entries<any>(template['Parameters']).map(([name, { Default }]) => [name, given[name] ?? Default]),
  );
  const unknown = Object.keys(given).filter((name) => !parameters.has(name));
  if (unknown.length > 0) throw new Error(`The template has no parameters ${unknown.join(', ')}`);

  const isMet = (name: string): boolean => {
    if (!(name in template['Conditions'])) throw new Error(`There is no condition ${name}`);
    return test(template['Conditions'][name]);
  };
  const test = (expression: any): boolean => {
    const [[kind, argument]] = Object.entries<any>(expression) as [[string, any]];
    if (kind === 'Condition') return isMet(argument);
    if (kind === 'Fn::Equals') return String(resolved(argument[0])) === String(resolved(argument[1]));
    if (kind === 'Fn::Not') return !test(argument[0]);
    if (kind === 'Fn::And') return argument.every(test);
    if (kind === 'Fn::Or') return argument.some(test);
    throw new Error(`Unknown condition function ${kind}`);
  };

  const resolved = (value: any): any => {
    if (Array.isArray(value)) return value.map(resolved).filter((each) => each !== NO_VALUE);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries<any>(value);
    const [kind, argument] = entries.length === 1 ? entries[0]! : [];
    if (kind === 'Ref') {
      if (argument === 'AWS::NoValue') return NO_VALUE;
      return parameters.has(argument) ? parameters.get(argument) : value;
    }
    if (kind === 'Fn::If') return resolved(argument[isMet(argument[0]) ? 1 : 2]);
    if (kind === 'Fn::Sub') return substituted(argument);
    if (kind === 'Fn::Join') return joined(argument[0], resolved(argument[1]));
    if (kind === 'Fn::Split' || kind === 'Fn::Select') {
      const [first, second] = resolved(argument);
      if (kind === 'Fn::Split' && typeof second === 'string') return second.split(first);
      if (kind === 'Fn::Select' && Array.isArray(second) && second.every((each) => typeof each === 'string'))
        return second[first];
      return { [kind]: [first, second] };
    }
    return Object.fromEntries(
      entries.map(([key, part]) => [key, resolved(part)]).filter(([, part]) => part !== NO_VALUE),
    );
  };

  /** Joins adjacent strings, so that the result doesn't depend on how the parts were split. */
  const joined = (delimiter: string, parts: any): unknown => {
    if (parts.every((each: unknown) => typeof each === 'string')) return parts.join(delimiter);
    if (delimiter !== '') return { 'Fn::Join': [delimiter, parts] };
    const list: unknown[] = [];
    for (const part of parts)
      if (typeof part === 'string' && typeof list.at(-1) === 'string') list.push(String(list.pop()) + part);
      else if (part !== '') list.push(part);
    return { 'Fn::Join': ['', list] };
  };

  const substituted = (argument: any): unknown => {
    const [text, variables] = Array.isArray(argument) ? argument : [argument, {}];
    const result = text.replaceAll(/\$\{([\w.:]+)\}/g, (all: string, name: string) => {
      if (name in variables) return String(resolved(variables[name]));
      return parameters.has(name) ? String(parameters.get(name)) : all;
    });
    return /\$\{[\w.:]+\}/.test(result) ? { 'Fn::Sub': result } : result.replaceAll('${!', '${');
  };

  const section = (entries: Json): Json =>
    Object.fromEntries(
      Object.entries<any>(entries)
        .filter(([, { Condition }]) => Condition === undefined || isMet(Condition))
        .map(([id, { Condition: _, ...entry }]) => [id, resolved(entry)]),
    );
  return {
    Resources: section(template['Resources']),
    Outputs: section(template['Outputs']),
  };
}
