/** SES on this machine: every e-mail becomes a file. */
import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import * as z from 'zod';
import { messageOf } from '../runner-error.ts';
import type { Service } from '../running-services.ts';

export interface MailEmulator extends Service {
  readonly endpoint: string;
}

const addresses = z.array(z.string()).default([]);
const request = z.object({
  Content: z.object({ Raw: z.object({ Data: z.base64() }) }),
  Destination: z
    .object({ ToAddresses: addresses, CcAddresses: addresses, BccAddresses: addresses })
    .partial()
    .default({}),
});

/** SES's limits for one message. */
const MAXIMUM_RECIPIENTS = 50;
const MAXIMUM_BYTES = 40 * 1_048_576;

/** What SES says no to, by the name of its error. */
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
 * The part of SES v2 that sends raw messages, for an unmodified `SESv2Client`: each message becomes a file
 * `<time>-<message id>.eml` in `directory`, whole from the moment it has that name. Nothing leaves this machine, any
 * sender counts as verified, and what SES refuses by its form is refused here too.
 */
export async function startSes(directory: string): Promise<MailEmulator> {
  const server = createServer((message, response) => void respond(message, response, directory));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    stop: async () => {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function respond(message: IncomingMessage, response: ServerResponse, directory: string): Promise<void> {
  const answer = (status: number, body: object, errorType?: string): void => {
    const error = errorType === undefined ? {} : { 'x-amzn-errortype': errorType };
    response.writeHead(status, { 'content-type': 'application/json', ...error });
    response.end(JSON.stringify(body));
  };
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
    if (message.method !== 'POST' || message.url !== '/v2/email/outbound-emails') {
      throw new Refused('NotFoundException', `the local runner does not know ${message.url ?? ''}`, 404);
    }
    answer(200, { MessageId: accept(Buffer.concat(chunks).toString('utf8'), directory) });
  } catch (error) {
    if (error instanceof Refused) answer(error.status, { message: error.message }, error.name);
    else answer(500, { message: messageOf(error) }, 'InternalServiceErrorException');
  }
}

/** @returns the id of the message, which is stored once this returns */
function accept(body: string, directory: string): string {
  const { Content, Destination } = parsed(body);
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
  return id;
}

function parsed(body: string): z.infer<typeof request> {
  try {
    return request.parse(JSON.parse(body));
  } catch (error) {
    throw new Refused('BadRequestException', `only raw messages are sent here: ${messageOf(error)}`);
  }
}
