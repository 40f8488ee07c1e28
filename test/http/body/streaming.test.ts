import type { FileBuffer } from '../../../lambdas/http/body/file-buffer.ts';
import { readForm } from '../../../lambdas/http/body/read-form.ts';
import { BOUNDARY, MULTIPART } from '../../support/samples/multipart.ts';

const MEGABYTE = 1_048_576;
const PIECE = 65_536;

it('streams a 50 MB file with only one chunk in memory', async () => {
  let given = 0;
  let taken = 0;
  let furthestBehind = 0;
  async function* body() {
    const piece = Buffer.alloc(PIECE, 'x');
    yield Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f"; filename="film.mp4"\r\n\r\n`,
    );
    for (; given < 50 * MEGABYTE; given += PIECE) {
      furthestBehind = Math.max(furthestBehind, given - taken);
      yield await Promise.resolve(piece);
    }
    yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  }
  const counting: FileBuffer = {
    async receive(bytes) {
      for await (const piece of bytes) taken += piece.length;
      return { size: taken, read: () => new Uint8Array() };
    },
  };

  const before = process.memoryUsage().arrayBuffers;
  const { files } = await readForm(
    { contentType: MULTIPART, bytes: body() },
    { fileBuffer: counting, maxFileBytes: 50 * MEGABYTE },
  );
  expect(files[0]?.size).toBe(50 * MEGABYTE);
  expect(furthestBehind).toBeLessThanOrEqual(PIECE);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5 * MEGABYTE);
});

it('asks the sender for more only after the file buffer has drained', async () => {
  const asked: number[] = [];
  let buffered = 0;
  async function* body() {
    yield Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n`);
    for (let i = 0; i < 20; i += 1) {
      asked.push(buffered);
      yield await Promise.resolve(Buffer.alloc(1000));
    }
    yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  }
  const slow: FileBuffer = {
    async receive(bytes) {
      for await (const piece of bytes) {
        await new Promise((resolve) => setImmediate(resolve));
        buffered += piece.length;
      }
      return { size: buffered, read: () => new Uint8Array() };
    },
  };
  await readForm({ contentType: MULTIPART, bytes: body() }, { fileBuffer: slow, maxFileBytes: MEGABYTE });
  expect(asked).toEqual(Array.from({ length: 20 }, (_, i) => i * 1000));
});
