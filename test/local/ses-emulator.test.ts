/** The runner's stand-in for SES, as an unmodified client finds it. */
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

it('keeps a message as it was sent, under the id that it answers with', async () => {
  const { MessageId } = await send(MESSAGE, ['ada@example.org']);
  const [file, ...others] = readdirSync(directory);
  expect(others).toEqual([]);
  expect(file).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT[\\d-]+Z-${MessageId!}\\.eml$`));
  expect(readFileSync(path.join(directory, file!), 'utf8')).toBe(MESSAGE);
});

it('finds the recipients in the message when none are named', async () => {
  await expect(send(MESSAGE)).resolves.toMatchObject({ MessageId: expect.any(String) });
});

it.each<[string, () => Promise<unknown>]>([
  ['without a sender', () => send(MESSAGE.replace(/^From.*\r\n/, ''), ['ada@example.org'])],
  ['whose sender is in its body only', () => send(`To: a@example.org\r\n\r\n${MESSAGE}`)],
  ['for nobody', () => send(MESSAGE.replace(/^To.*\r\n/m, ''))],
  [
    'for more than 50',
    () =>
      send(
        MESSAGE,
        Array.from({ length: 51 }, (_, n) => `a${n}@example.org`),
      ),
  ],
  ['for what is no address', () => send(MESSAGE, ['ada@exämple.org\r\nx'])],
  [
    'that is not a raw one',
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
