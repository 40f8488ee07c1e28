/** Why a command of the operator could not do what it was asked to; the message says it in one line. */
export abstract class OperatorFailure extends Error {}

/** No running or deployed service was found; the message says what to do. */
export class ServiceNotFound extends OperatorFailure {
  override readonly name = 'ServiceNotFound' as const;
}

/** The operator named an account that does not exist. */
export class NoSuchAccount extends OperatorFailure {
  override readonly name = 'NoSuchAccount' as const;
  constructor(accountId: string) {
    super(`There is no account "${accountId}".`);
  }
}

/** The operator named a key that the account does not have. */
export class NoSuchKey extends OperatorFailure {
  override readonly name = 'NoSuchKey' as const;
  constructor(accountId: string, keyId: string) {
    super(`The account "${accountId}" has no key "${keyId}".`);
  }
}

/** Without it nobody could manage the account any more; the same rule as in the API. */
export class LastManagementKey extends OperatorFailure {
  override readonly name = 'LastManagementKey' as const;
  constructor(keyId: string) {
    super(`"${keyId}" is the last management key of its account; mint another one first.`);
  }
}
