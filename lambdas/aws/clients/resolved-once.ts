/**
 * Saves what the SDK does anew for each call of DynamoDB although nothing changes between them: a tenth to a fifth of what a
 * call costs a function.
 */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { getSchemaSerdePlugin } from '@smithy/core/schema';

/** A command of the document client, and the command of the client below it, which carries the input. */
interface DocumentCommand {
  clientCommand: unknown;
  readonly middlewareStack: { identify(): readonly string[] };
  resolveMiddleware(
    stack: DynamoDBDocumentClient['middlewareStack'],
    config: DynamoDBDocumentClient['config'],
    options: undefined,
  ): () => Promise<{ readonly output: unknown }>;
}

type Send = (command: object, ...options: readonly unknown[]) => Promise<unknown>;

/** What the SDK reads of the copies of its configuration that it makes for each call, three of some ninety settings. */
const READ_OF_COPIES = new Set([
  'accountId',
  'accountIdEndpointMode',
  'clientContextParams',
  'credentials',
  'endpoint',
  'endpointProvider',
  'ignoreConfiguredEndpointUrls',
  'isCustomEndpoint',
  'region',
  'serviceConfiguredEndpoint',
  'serviceId',
  'streamCollector',
  'useDualstackEndpoint',
  'useFipsEndpoint',
]);

/** The same configuration, of which a copy has only what is read of copies. Nothing is set: that may change the original. */
function cheaplyCopied<Config extends object>(config: Config): Config {
  const read = Object.entries(config).filter(([name]) => READ_OF_COPIES.has(name));
  const own = read.map(([name, value]: [string, unknown]) => [
    name,
    { value, enumerable: true, writable: true },
  ]);
  return Object.create(config, Object.fromEntries(own) as PropertyDescriptorMap) as Config;
}

const isDocumentCommand = (command: object): command is DocumentCommand => 'clientCommand' in command;

/**
 * Makes a document client resolve its middleware once for each kind of command. It is what `cacheMiddleware` does for clients
 * without documents; the document client refuses that option, as its commands send the input of the one that was resolved:
 * here a copy of the first is given the input of each. Middleware that is added after the first call is not run.
 */
export function resolvedOnce(client: DynamoDBDocumentClient): DynamoDBDocumentClient {
  const send = client.send.bind(client) as Send;
  const config = cheaplyCopied(client.config);
  // Two of the three copies are made by these steps, which the client has added with all of its configuration.
  client.middlewareStack.use(getSchemaSerdePlugin(config));
  const kinds = new WeakMap<object, { readonly carrier: DocumentCommand; run: () => Promise<unknown> }>();
  const sendResolved: Send = (command, ...options) => {
    // Options, such as a signal that ends the call, and middleware of a command's own are part of what is resolved.
    if (
      !isDocumentCommand(command) ||
      command.middlewareStack.identify().length > 0 ||
      options.some((each) => each !== undefined)
    )
      return send(command, ...options);
    let kind = kinds.get(command.constructor);
    if (!kind) {
      // What its caller has keeps its own input, and may be sent again.
      const carrier = Object.create(command) as DocumentCommand;
      const resolved = carrier.resolveMiddleware(client.middlewareStack, config, undefined);
      kind = { carrier, run: async () => (await resolved()).output };
      kinds.set(command.constructor, kind);
    }
    // It is read before `run` returns.
    kind.carrier.clientCommand = command.clientCommand;
    return kind.run();
  };
  client.send = sendResolved as typeof client.send;
  return client;
}

/**
 * Makes a client sign with one signer: the SDK makes one for each call, from a copy of all its configuration. Credentials are
 * still asked for each time, so that new ones count.
 */
export function signedByOne(client: DynamoDBClient): DynamoDBClient {
  const { config } = client;
  const make = config.signer;
  let made: ReturnType<typeof make> | undefined;
  config.signer = (scheme) => {
    made ??= make(scheme).catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
  return client;
}
