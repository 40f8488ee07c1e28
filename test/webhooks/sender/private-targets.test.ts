import * as net from 'node:net';
import { answering } from './webhook-receivers.ts';
import {
  PUBLIC_ADDRESS,
  sender,
  receiver,
  webhook,
  refusal,
  eventually,
  OK,
  TOO_LATE,
  NOT_PUBLIC,
  resolving,
  neverDialled,
} from './sender-fixture.ts';

describe('a non-public target', () => {
  const guarded = { allowPrivateTargets: false };

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://[::ffff:7f00:1]/',
  ])('is refused without connecting if it is written as %s', async (url) => {
    const outcome = await sender({ ...guarded, dial: neverDialled }).send({ url, ...webhook });
    expect(outcome).toEqual(refusal('The URL must point to a public address.'));
  });

  test.each([
    ['loopback', ['127.0.0.1']],
    ['the metadata service', ['169.254.169.254']],
    ['mapped loopback', ['::ffff:127.0.0.1']],
    ['a non-canonical address', ['2130706433']],
    ['a public and a private address', [PUBLIC_ADDRESS, '10.0.0.7']],
    ['a private and a public address', ['fd00::1', PUBLIC_ADDRESS]],
  ])('is refused without connecting if its name resolves to %s', async (_what, addresses) => {
    const lookup = resolving(...addresses);
    const outcome = await sender({ ...guarded, lookup, dial: neverDialled }).send({
      url: 'https://hooks.test/',
      ...webhook,
    });
    expect(outcome).toEqual(refusal(NOT_PUBLIC));
  });

  test('is refused if the system resolves a name to loopback', async () => {
    const lookup = async () => (await import('node:dns/promises')).lookup('localhost', { all: true });
    const outcome = await sender({ ...guarded, lookup, dial: neverDialled, deadlineMs: 5_000 }).send({
      url: 'https://hooks.test/',
      ...webhook,
    });
    expect(outcome).toEqual(refusal(NOT_PUBLIC));
  });

  test("isn't reached through DNS rebinding, because the socket uses the address of a single DNS lookup", async () => {
    const target = await receiver(answering(`${OK}content-length: 0\r\n\r\n`));
    const answers = [PUBLIC_ADDRESS, '127.0.0.1'];
    let lookups = 0;
    const offered: unknown[] = [];
    const outcome = await sender({
      ...guarded,
      lookup: () => Promise.resolve([{ address: answers[lookups++] ?? '127.0.0.1', family: 4 }]),
      // Simulates a DNS rebinding attack: calls the socket's resolver twice, and doesn't connect.
      dial: (options) => {
        const ask = () =>
          options.lookup?.('hooks.test', { all: true }, (_error, address) => offered.push(address));
        ask();
        ask();
        return new net.Socket();
      },
    }).send({ url: `http://hooks.test:${target.port}/`, ...webhook });
    expect(outcome).toEqual(refusal(TOO_LATE));
    expect(lookups).toBe(1);
    const pinned = [{ address: PUBLIC_ADDRESS, family: 4 }];
    expect(offered).toEqual([pinned, pinned]);
    expect(target.connections()).toBe(0);
  });

  test.each(['http', 'https'])(
    'receives no bytes over %s even if a socket still connects to it',
    async (scheme) => {
      const target = await receiver((socket) => socket.resume());
      const outcome = await sender({
        ...guarded,
        lookup: resolving(PUBLIC_ADDRESS),
        dial: () => net.connect({ host: '127.0.0.1', port: target.port }),
      }).send({ url: `${scheme}://hooks.test/`, ...webhook });
      expect(outcome).toEqual(refusal(NOT_PUBLIC));
      await eventually(() => target.connections() === 1 && target.open() === 0);
      expect(target.received()).toBe('');
    },
  );

  test('includes the service itself under any of its names', async () => {
    const outcome = await sender({ ...guarded, ownHosts: ['forms.test'], dial: neverDialled }).send({
      url: 'https://Forms.test./v1/f/contact',
      ...webhook,
    });
    expect(outcome).toEqual(refusal('The URL must not point to this service.'));
  });

  test('must be a valid URL', async () => {
    expect(await sender(guarded).send({ url: 'nonsense', ...webhook })).toEqual(
      refusal('The URL is not valid. Example: https://example.com/webhook'),
    );
  });
});
