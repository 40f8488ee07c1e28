/** Finds constructs in an OpenAPI document that lose data or break generated clients. */

type Json = Readonly<Record<string, any>>;

/** Parts of the document that contain data instead of schemas. */
const DATA = ['example', 'examples', 'mapping', 'enum', 'default', 'description'];

/** Returns a line for each construct, with its location in the document and the problem. */
export function unportable(document: Json): string[] {
  const host = new URL(document['servers'][0].url).host;
  const lines: string[] = [];
  walk(document, '#', (node, place) => {
    for (const fault of faultsOf(node, host)) lines.push(`${place}: ${fault}`);
  });
  for (const [path, item] of Object.entries<Json>(document['paths']))
    for (const [method, operation] of Object.entries<Json>(item))
      for (const fault of operationFaults(operation)) lines.push(`${method} ${path}: ${fault}`);
  for (const [event, { post }] of Object.entries<Json>(document['webhooks'] ?? {}))
    for (const { name, schema } of post.parameters)
      if ('const' in schema) lines.push(`${event}: the header ${name} is constant`);
  if (document['components'].schemas.Problem?.discriminator) lines.push('Problem: has a discriminator');
  return lines;
}

function walk(value: unknown, place: string, visit: (node: Json, place: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value, place);
  for (const [name, child] of Object.entries(value)) {
    // A property may itself be called `example`, so don't skip names in `properties`.
    if (place.endsWith('/properties') || !DATA.includes(name)) walk(child, `${place}/${name}`, visit);
  }
}

function faultsOf(node: Json, host: string): string[] {
  const { type, format, properties = {}, required = [] } = node;
  const types = Array.isArray(type) ? type.filter((each) => each !== 'null') : [type];
  return [
    ...(type === 'null' ? ['is always null'] : []),
    ...(types.length > 1 ? [`has the types ${types.join(' and ')}`] : []),
    ...(format === 'date' && 'pattern' in node ? ['is a date with a pattern'] : []),
    ...(typeof node['const'] === 'boolean' ? ['is a constant boolean'] : []),
    ...(String(node['const']).includes(host) ? ["is a constant with the deployment's host"] : []),
    ...(Array.isArray(required) ? required : [])
      .filter((name) => failsIfNull(properties[name] ?? {}))
      .map((name) => `the required member ${name} is an object, an enum or null`),
  ];
}

function operationFaults({ requestBody, responses }: Json): string[] {
  const bodies = Object.keys(requestBody?.content ?? {});
  const successes = Object.entries<Json>(responses).flatMap(([status, { content }]) =>
    status.startsWith('2') && content?.['application/json']
      ? [JSON.stringify(content['application/json'].schema)]
      : [],
  );
  return [
    ...(bodies.includes('application/json') && bodies[0] !== 'application/json' ? ['JSON is not first'] : []),
    ...(new Set(successes).size > 1 ? ['its JSON successes have different schemas'] : []),
  ];
}

/** Returns true if clients made by openapi-generator fail when this required property is null. */
const failsIfNull = ({ type, anyOf, enum: values }: Json): boolean =>
  (Array.isArray(type) && type.includes('null') && (type.includes('object') || values !== undefined)) ||
  (Array.isArray(anyOf) && anyOf.some((variant: Json) => variant['type'] === 'null'));
