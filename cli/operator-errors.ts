/**
 * Defines the errors of the operator's commands, which are printed as a one-line message without a stack
 * trace.
 */

/** Base class for errors that commands print as a single line. */
export abstract class OperatorError extends Error {}

/** Thrown when this machine can't run the service. */
export class NodeTooOld extends OperatorError {
  override readonly name = 'NodeTooOld' as const;
}

/** Thrown when no running or deployed service was found. The message says how to fix the problem. */
export class ServiceNotFound extends OperatorError {
  override readonly name = 'ServiceNotFound' as const;
}

/** Thrown when the account doesn't exist. */
export class NoSuchAccount extends OperatorError {
  override readonly name = 'NoSuchAccount' as const;
  constructor(accountId: string) {
    super(`There is no account "${accountId}".`);
  }
}

/** Thrown when the account doesn't have this key. */
export class NoSuchKey extends OperatorError {
  override readonly name = 'NoSuchKey' as const;
  constructor(accountId: string, keyId: string) {
    super(`The account "${accountId}" has no key "${keyId}".`);
  }
}

/**
 * Thrown when revoking the last key that has the scope `admin` and doesn't expire. As in the API, an account
 * must keep one of these keys, because nobody could manage the account without it.
 */
export class LastManagementKey extends OperatorError {
  override readonly name = 'LastManagementKey' as const;
  constructor(keyId: string) {
    super(
      `"${keyId}" is the last management key of the account that has the scope "admin" and doesn't expire. ` +
        'Create another one first, or use --force.',
    );
  }
}

/** Thrown when the account doesn't have this member. */
export class NoSuchMember extends OperatorError {
  override readonly name = 'NoSuchMember' as const;
  constructor(accountId: string, member: string) {
    super(`The account "${accountId}" has no member "${member}".`);
  }
}

/** Thrown when the account doesn't have this form. */
export class NoSuchForm extends OperatorError {
  override readonly name = 'NoSuchForm' as const;
  constructor(accountId: string, formId: string) {
    super(`The account "${accountId}" has no form "${formId}".`);
  }
}

/** Thrown when the invited user is already an active member. */
export class AlreadyMember extends OperatorError {
  override readonly name = 'AlreadyMember' as const;
  constructor(accountId: string, email: string) {
    super(`"${email}" is already a member of the account "${accountId}".`);
  }
}

/**
 * Thrown when changing or removing an account's last owner. As in the API, an account that has an owner must
 * keep one.
 */
export class LastOwner extends OperatorError {
  override readonly name = 'LastOwner' as const;
  constructor(member: string) {
    super(`"${member}" is the last owner of the account. Make another member an owner first.`);
  }
}

/** Thrown when the installation doesn't have this app. */
export class NoSuchApp extends OperatorError {
  override readonly name = 'NoSuchApp' as const;
  constructor(id: string) {
    super(`The installation has no app "${id}".`);
  }
}

/** Thrown when rotating a public app's secret, because public apps have none. */
export class NoSecretOfPublicApp extends OperatorError {
  override readonly name = 'NoSecretOfPublicApp' as const;
  constructor(id: string) {
    super(`"${id}" is a public app, which has no secret.`);
  }
}

/** Thrown when resuming an account that is being deleted, because it must stay suspended. */
export class AccountBeingDeleted extends OperatorError {
  override readonly name = 'AccountBeingDeleted' as const;
  constructor(accountId: string) {
    super(`The account "${accountId}" is being deleted. Run "delete ${accountId}" to finish the deletion.`);
  }
}

/** Thrown when the operator doesn't confirm a deletion. */
export class NotConfirmed extends OperatorError {
  override readonly name = 'NotConfirmed' as const;
  constructor(id: string) {
    super(`Nothing was deleted. Type ${id} to confirm, or use --yes.`);
  }
}

/** Thrown when the operator doesn't confirm an erasure. */
export class ErasureNotConfirmed extends OperatorError {
  override readonly name = 'ErasureNotConfirmed' as const;
  constructor() {
    super('Nothing was erased. Type the requested text to confirm, or use --yes.');
  }
}

/** Thrown when a data request failed, was canceled, or has nothing to download. */
export class DataRequestUnusable extends OperatorError {
  override readonly name = 'DataRequestUnusable' as const;
}

/** Thrown when the management API rejects a request. The message comes from the API. */
export class RefusedByApi extends OperatorError {
  override readonly name = 'RefusedByApi' as const;
}

/** Thrown when a file can't be downloaded or saved. */
export class FileNotSaved extends OperatorError {
  override readonly name = 'FileNotSaved' as const;
}

/** Thrown when `find` doesn't find a resource. */
export class NotFoundHere extends OperatorError {
  override readonly name = 'NotFoundHere' as const;
  constructor(type: string, id: string, place: string, reason: string) {
    super(`There is no ${type} "${id}" in ${place}: ${reason}.`);
  }
}

/** Thrown when the stack doesn't have this queue. */
export class NoSuchQueue extends OperatorError {
  override readonly name = 'NoSuchQueue' as const;
  constructor(name: string, known: readonly string[]) {
    super(`There is no queue "${name}". Available queues: ${known.join(', ')}.`);
  }
}

/** Thrown when the stack doesn't have a bucket of failed records with this name. */
export class NoSuchRecords extends OperatorError {
  override readonly name = 'NoSuchRecords' as const;
  constructor(name: string, known: readonly string[]) {
    super(`There is no bucket of failed records "${name}". Available: ${known.join(', ')}.`);
  }
}

/** Thrown when a page's file can't be read. */
export class PageNotReadable extends OperatorError {
  override readonly name = 'PageNotReadable' as const;
  constructor(path: string) {
    super(`Could not read the page "${path}".`);
  }
}

/** Thrown when the page doesn't contain this form. */
export class NoFormInPage extends OperatorError {
  override readonly name = 'NoFormInPage' as const;
}

/** Thrown when a step of the smoke test failed, or something that it created couldn't be deleted. */
export class SmokeFailed extends OperatorError {
  override readonly name = 'SmokeFailed' as const;
  constructor(url: string) {
    super(`The smoke test of ${url} failed.`);
  }
}

/** Thrown when an export was modified or truncated, or isn't an export. */
export class DamagedExport extends OperatorError {
  override readonly name = 'DamagedExport' as const;
}

/** Thrown when the requested transfer conflicts with existing data. */
export class TransferRefused extends OperatorError {
  override readonly name = 'TransferRefused' as const;
}

/** Thrown when an import failed. */
export class ImportFailed extends OperatorError {
  override readonly name = 'ImportFailed' as const;
  constructor(reason: string) {
    super(`The import failed: ${reason}`);
  }
}
