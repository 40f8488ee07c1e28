/** Emulates SES by writing each e-mail to a file and publishing its events. */
import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import * as z from 'zod';
import { arn } from '../aws-names.ts';
import { messageOf } from '../runner-error.ts';
import { listenOnLoopback } from '../http/loopback-server.ts';
import type { Service } from '../running-services.ts';
import type { ConfigurationSets } from './configuration-sets.ts';
import { simulatedEvents, type AcceptedMessage } from './simulated-events.ts';

export interface MailEmulator extends Service {
  readonly endpoint: string;
  /** Applies the template's configuration sets and starts publishing their events. */
  connect(to: EventTarget): void;
}

interface EventTarget {
  readonly configurationSets: ConfigurationSets;
  publish(source: string, detailType: string, resource: string, detail: object): void;
}

const addresses = z.array(z.string()).default([]);
const request = z.object({
  ConfigurationSetName: z.string().optional(),
  EmailTags: z
    .array(
      z.object({ Name: z.string().regex(/^[\w-]{1,256}$/), Value: z.string().regex(/^[\w.@-]{1,256}$/) }),
    )
    .default([]),
  Content: z.object({ Raw: z.object({ Data: z.base64() }) }),
  Destination: z
    .object({ ToAddresses: addresses, CcAddresses: addresses, BccAddresses: addresses })
    .partial()
    .default({}),
});

/** SES's message limits. */
const MAXIMUM_RECIPIENTS = 50;
const MAXIMUM_BYTES = 40 * 1_048_576;

/** Thrown for a request that SES would reject. The name is the same as that of SES's error. */
class Refused extends Error {
  override readonly name: 'BadRequestException' | 'NotFoundException' | 'MessageRejected';
  readonly status: number;
  constructor(name: Refused['name'], message: string, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}

/**
 * Emulates sending raw messages with SES v2, for an unmodified `SESv2Client`. Writes each message to a file
 * `<time>-<message id>.eml` in `directory`. A file with a name in this format is always complete. No e-mail
 * leaves the machine, and every sender is treated as verified. Rejects malformed requests with the same
 * errors as SES. Until it is connected to the stack, any configuration set is accepted and no events are
 * published.
 * @param onAccepted called for each e-mail, with the time that it took to accept it
 */
export async function startSes(
  directory: string,
  onAccepted?: (recipients: readonly string[], milliseconds: number, messageId: string) => void,
): Promise<MailEmulator> {
  let target: EventTarget | undefined;
  const server = createServer((message, response) => {
    const started = performance.now();
    void respond(message, response, (body) => accept(body, directory, target?.configurationSets)).then(
      (accepted) => {
        if (accepted) onAccepted?.(accepted.recipients, performance.now() - started, accepted.messageId);
        if (accepted && target) publishEvents(accepted, target);
      },
    );
  });
  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    connect: (to) => {
      target = to;
    },
  };
}

/** Publishes a message's events if its configuration set sends them. */
function publishEvents(message: AcceptedMessage, { configurationSets, publish }: EventTarget): void {
  const wanted = configurationSets.get(message.configurationSet);
  for (const { type, detailType, detail } of simulatedEvents(message, new Date())) {
    if (wanted?.has(type))
      publish('aws.ses', detailType, arn('ses', `configuration-set/${message.configurationSet}`), detail);
  }
}

/**
 * Responds to a request.
 * @returns the accepted message, or undefined if it was rejected
 */
async function respond(
  message: IncomingMessage,
  response: ServerResponse,
  take: (body: string) => AcceptedMessage,
): Promise<AcceptedMessage | undefined> {
  const respondWith = (status: number, body: object, errorType?: string): void => {
    const error = errorType === undefined ? {} : { 'x-amzn-errortype': errorType };
    response.writeHead(status, { 'content-type': 'application/json', ...error });
    response.end(JSON.stringify(body));
  };
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
    if (message.method !== 'POST' || message.url !== '/v2/email/outbound-emails') {
      throw new Refused('NotFoundException', `the local runner does not support ${message.url ?? ''}`, 404);
    }
    const accepted = take(Buffer.concat(chunks).toString('utf8'));
    respondWith(200, { MessageId: accepted.messageId });
    return accepted;
  } catch (error) {
    if (error instanceof Refused) respondWith(error.status, { message: error.message }, error.name);
    else respondWith(500, { message: messageOf(error) }, 'InternalServiceErrorException');
    return undefined;
  }
}

/**
 * Stores a message.
 * @returns the stored message
 */
function accept(body: string, directory: string, sets: ConfigurationSets | undefined): AcceptedMessage {
  const { Content, Destination, ConfigurationSetName = '', EmailTags } = parsed(body);
  if (sets && ConfigurationSetName !== '' && !sets.has(ConfigurationSetName)) {
    throw new Refused(
      'NotFoundException',
      `Configuration set <${ConfigurationSetName}> does not exist.`,
      404,
    );
  }
  const bytes = Buffer.from(Content.Raw.Data, 'base64');
  const [folded = ''] = bytes.toString('latin1').split(/\r?\n\r?\n/, 1);
  const header = folded.replace(/\r?\n[ \t]+/g, ' ');
  const recipients = Object.values(Destination).flat();
  if (!/^from:.*@/im.test(header)) {
    throw new Refused('BadRequestException', "Missing required header 'From'.");
  }
  if (recipients.length === 0 && !/^(?:to|cc|bcc):.*@/im.test(header)) {
    throw new Refused('BadRequestException', 'Missing destination.');
  }
  if (recipients.length > MAXIMUM_RECIPIENTS) {
    throw new Refused('BadRequestException', `Recipient count exceeds ${MAXIMUM_RECIPIENTS}.`);
  }
  const wrong = recipients.find((recipient) => !/^[\x21-\x7e]+@[^@\s]+$/.test(recipient));
  if (wrong !== undefined) throw new Refused('BadRequestException', `Illegal address ${wrong}`);
  if (bytes.length > MAXIMUM_BYTES) {
    throw new Refused('MessageRejected', `Message length is more than ${MAXIMUM_BYTES} bytes long.`);
  }
  const id = randomUUID();
  const file = path.join(directory, `${new Date().toISOString().replace(/[:.]/g, '-')}-${id}.eml`);
  writeFileSync(`${file}.part`, bytes, { mode: 0o600 });
  renameSync(`${file}.part`, file);
  return {
    messageId: id,
    recipients,
    configurationSet: ConfigurationSetName,
    tags: EmailTags,
  };
}

function parsed(body: string): z.infer<typeof request> {
  try {
    return request.parse(JSON.parse(body));
  } catch (error) {
    throw new Refused(
      'BadRequestException',
      `the local runner supports only raw messages: ${messageOf(error)}`,
    );
  }
}
