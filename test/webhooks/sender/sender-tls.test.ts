import { EXPIRED_CERTIFICATE, RECEIVER_CERTIFICATE } from './receiver-certificates.ts';
import { answering } from './webhook-receivers.ts';
import {
  sender,
  receiver,
  tlsReceiver,
  webhook,
  refusal,
  eventually,
  OK,
  CLOSED,
  resolving,
} from './sender-fixture.ts';

describe('TLS', () => {
  const ok = answering(`${OK}content-length: 2\r\n\r\nok`);

  test('delivers if the certificate is trusted and matches the host', async () => {
    const { port } = await tlsReceiver(ok);
    const client = sender({ ca: RECEIVER_CERTIFICATE, lookup: resolving('127.0.0.1'), deadlineMs: 5_000 });
    for (const host of ['receiver.test', 'RECEIVER.test.', '127.0.0.1']) {
      const outcome = await client.send({ url: `https://${host}:${port}/`, ...webhook });
      expect(outcome).toMatchObject({ status_code: 200, response_excerpt: 'ok', error: null });
    }
  });

  test('refuses a self-signed certificate and sends nothing', async () => {
    const target = await tlsReceiver(ok);
    const outcome = await sender({ deadlineMs: 5_000 }).send({
      url: `https://127.0.0.1:${target.port}/`,
      ...webhook,
    });
    expect(outcome).toEqual(refusal('The certificate of the endpoint is self-signed.'));
    expect(target.received()).toBe('');
    await eventually(() => target.open() === 0);
  });

  test('refuses a certificate for another name', async () => {
    const { port } = await tlsReceiver(ok);
    const client = sender({ ca: RECEIVER_CERTIFICATE, lookup: resolving('127.0.0.1'), deadlineMs: 5_000 });
    expect(await client.send({ url: `https://other.test:${port}/`, ...webhook })).toEqual(
      refusal('The certificate of the endpoint is for another host name.'),
    );
  });

  test('refuses an expired certificate', async () => {
    const { port } = await tlsReceiver(ok, EXPIRED_CERTIFICATE);
    const client = sender({ ca: EXPIRED_CERTIFICATE, deadlineMs: 5_000 });
    expect(await client.send({ url: `https://127.0.0.1:${port}/`, ...webhook })).toEqual(
      refusal('The certificate of the endpoint has expired.'),
    );
  });

  test('fails with a clear error if the endpoint speaks plain HTTP', async () => {
    const { port } = await receiver(ok);
    const outcome = await sender({ deadlineMs: 5_000 }).send({
      url: `https://127.0.0.1:${port}/`,
      ...webhook,
    });
    expect(outcome).toEqual(refusal('A TLS connection to the endpoint could not be established.'));
  });

  test('fails with a clear error if the endpoint hangs up during the handshake', async () => {
    const { port } = await receiver((socket) => socket.once('data', () => socket.destroy()));
    const outcome = await sender({ deadlineMs: 5_000 }).send({
      url: `https://127.0.0.1:${port}/`,
      ...webhook,
    });
    expect(outcome).toEqual(refusal(CLOSED));
  });
});
