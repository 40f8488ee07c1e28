/** Tests the runner's SES emulator with an unmodified client. */
import { SendEmailCommand, SESv2Client, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSes, type MailEmulator } from '../../local/ses/ses-emulator.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'svc-ses-'));
let ses: MailEmulator;
let client: SESv2Client;

beforeAll(async () => {
  ses = await startSes(directory);
  client = new SESv2Client({
    endpoint: ses.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
  });
});
afterAll(async () => {
  client.destroy();
  await ses.stop();
  rmSync(directory, { recursive: true });
});

const MESSAGE = 'From: Forms <forms@example.com>\r\nTo: ada@example.org\r\nSubject: Hi\r\n\r\nBody\r\n';
const send = (message: string, to?: string[], more: Partial<SendEmailCommandInput> = {}) =>
  client.send(
    new SendEmailCommand({
      ...(to && { Destination: { ToAddresses: to } }),
      Content: { Raw: { Data: Buffer.from(message) } },
      ...more,
    }),
  );

it('stores a message unchanged under the ID that it returns', async () => {
  const { MessageId } = await send(MESSAGE, ['ada@example.org']);
  const [file, ...others] = readdirSync(directory);
  expect(others).toEqual([]);
  expect(file).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT[\\d-]+Z-${MessageId!}\\.eml$`));
  expect(readFileSync(path.join(directory, file!), 'utf8')).toBe(MESSAGE);
});

describe('connected to a stack', () => {
  let connected: MailEmulator;
  let connectedClient: SESv2Client;
  const told: unknown[] = [];
  let heard: () => void = () => undefined;

  beforeAll(async () => {
    connected = await startSes(directory);
    connected.connect({
      configurationSets: new Map([
        ['all', new Set(['delivery', 'bounce', 'complaint'])],
        ['bounces', new Set(['bounce'])],
      ]),
      publish: (source, detailType, resource, detail) => {
        told.push({ source, detailType, resource, detail });
        heard();
      },
    });
    connectedClient = new SESv2Client({
      endpoint: connected.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    });
  });
  beforeEach(() => told.splice(0));
  afterAll(async () => {
    connectedClient.destroy();
    await connected.stop();
  });
  const sendTo = (address: string, ConfigurationSetName: string | undefined = 'all') =>
    connectedClient.send(
      new SendEmailCommand({
        Destination: { ToAddresses: [address] },
        Content: { Raw: { Data: Buffer.from(MESSAGE) } },
        ConfigurationSetName,
        EmailTags: [{ Name: 'svc-scope', Value: 'frm_1' }],
      }),
    );
  const untilTold = (count: number) =>
    new Promise<void>((resolve) => {
      heard = () => {
        if (told.length >= count) resolve();
      };
      heard();
    });
  const types = () => told.map((event) => (event as { detailType: string }).detailType);

  it('reports a delivered message with its tags', async () => {
    const { MessageId } = await sendTo('ada@example.org');
    await untilTold(1);
    expect(told).toEqual([
      {
        source: 'aws.ses',
        detailType: 'Email Delivered',
        resource: 'arn:aws:ses:us-east-1:000000000000:configuration-set/all',
        detail: expect.objectContaining({
          eventType: 'Delivery',
          mail: expect.objectContaining({
            messageId: MessageId,
            destination: ['ada@example.org'],
            tags: { 'ses:configuration-set': ['all'], 'svc-scope': ['frm_1'] },
          }),
          delivery: expect.objectContaining({ recipients: ['ada@example.org'] }),
        }),
      },
    ]);
  });

  it.each([
    ['bounce@simulator.amazonses.com', ['Email Bounced']],
    ['bounce+label@simulator.amazonses.com', ['Email Bounced']],
    ['complaint@simulator.amazonses.com', ['Email Delivered', 'Email Complaint Received']],
    ['success@simulator.amazonses.com', ['Email Delivered']],
  ])('reports %s in the same way as the SES simulator', async (address, expected) => {
    await sendTo(address);
    await untilTold(expected.length);
    expect(types()).toEqual(expected);
    if (expected.includes('Email Bounced'))
      expect(told[0]).toMatchObject({ detail: { bounce: { bounceType: 'Permanent' } } });
  });

  it('reports only the events in the configuration set and only for its own messages', async () => {
    await sendTo('ada@example.org', 'bounces');
    await client.send(
      new SendEmailCommand({
        Destination: { ToAddresses: ['ada@example.org'] },
        Content: { Raw: { Data: Buffer.from(MESSAGE) } },
      }),
    );
    await sendTo('bounce@simulator.amazonses.com', 'bounces');
    await untilTold(1);
    expect(types()).toEqual(['Email Bounced']);
  });

  it('refuses an unknown configuration set and any tags that SES would refuse', async () => {
    await expect(sendTo('ada@example.org', 'other')).rejects.toMatchObject({ name: 'NotFoundException' });
    const withTag = new SendEmailCommand({
      Destination: { ToAddresses: ['ada@example.org'] },
      Content: { Raw: { Data: Buffer.from(MESSAGE) } },
      EmailTags: [{ Name: 'svc-scope', Value: 'not a tag' }],
    });
    await expect(connectedClient.send(withTag)).rejects.toMatchObject({ name: 'BadRequestException' });
  });
});

it('finds the recipients in the message if none are passed', async () => {
  await expect(send(MESSAGE)).resolves.toMatchObject({ MessageId: expect.any(String) });
});

it.each<[string, () => Promise<unknown>]>([
  ['without a sender', () => send(MESSAGE.replace(/^From.*\r\n/, ''), ['ada@example.org'])],
  ['whose sender is only in its body', () => send(`To: a@example.org\r\n\r\n${MESSAGE}`)],
  ['without recipients', () => send(MESSAGE.replace(/^To.*\r\n/m, ''))],
  [
    'for more than 50 recipients',
    () =>
      send(
        MESSAGE,
        Array.from({ length: 51 }, (_, n) => `a${n}@example.org`),
      ),
  ],
  ['for an invalid address', () => send(MESSAGE, ['ada@exämple.org\r\nx'])],
  [
    'that is not raw',
    () =>
      send('', ['ada@example.org'], {
        Content: { Simple: { Subject: { Data: 'x' }, Body: { Text: { Data: 'x' } } } },
      }),
  ],
])('refuses a message %s, as SES does', async (_, sent) => {
  const before = readdirSync(directory).length;
  await expect(sent()).rejects.toMatchObject({ name: 'BadRequestException' });
  expect(readdirSync(directory)).toHaveLength(before);
});
