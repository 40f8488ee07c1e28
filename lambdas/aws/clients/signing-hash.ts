/** SHA-256 as the SDK's clients sign with it, of which the keys are made ready once. */
import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';

type Data = string | ArrayBuffer | ArrayBufferView;
type Hash = ReturnType<typeof createHash> | ReturnType<typeof createHmac>;

/** Signing keys, which the SDK keeps for a day. */
const readyKeys = new WeakMap<object, KeyObject>();
/** The secret of the function's credentials. */
let readySecret: { readonly text: string; readonly key: KeyObject } | undefined;

/**
 * A client's `sha256`: with a secret it is an HMAC. Signing a call takes two of them, and Node makes a key object of the secret each
 * time, which costs three times as much as all hashes of the call.
 */
export class SigningHash {
  readonly #key: KeyObject | undefined;
  #hash: Hash;

  constructor(secret?: Data) {
    this.#key = secret === undefined ? undefined : readyKey(secret);
    this.#hash = begin(this.#key);
  }

  update(data: Data): void {
    this.#hash.update(bytesOf(data));
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  reset(): void {
    this.#hash = begin(this.#key);
  }
}

const begin = (key: KeyObject | undefined): Hash => (key ? createHmac('sha256', key) : createHash('sha256'));

function bytesOf(data: Data): string | Uint8Array {
  if (typeof data === 'string') return data;
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

function readyKey(secret: Data): KeyObject {
  if (typeof secret === 'string') {
    if (readySecret?.text !== secret) readySecret = { text: secret, key: createSecretKey(secret, 'utf8') };
    return readySecret.key;
  }
  const present = readyKeys.get(secret);
  if (present) return present;
  const key = createSecretKey(Buffer.from(bytesOf(secret)));
  readyKeys.set(secret, key);
  return key;
}
