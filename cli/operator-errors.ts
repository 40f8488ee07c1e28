/** The errors of the operator's commands: each is printed as its message, in one line and without a stack trace. */

/** Base of all errors that a command prints as one line. */
export abstract class OperatorError extends Error {}

/** No running or deployed service was found; the message says what to do. */
export class ServiceNotFound extends OperatorError {
  override readonly name = 'ServiceNotFound' as const;
}

/** The operator named an account that does not exist. */
export class NoSuchAccount extends OperatorError {
  override readonly name = 'NoSuchAccount' as const;
  constructor(accountId: string) {
    super(`There is no account "${accountId}".`);
  }
}

/** The operator named a key that the account does not have. */
export class NoSuchKey extends OperatorError {
  override readonly name = 'NoSuchKey' as const;
  constructor(accountId: string, keyId: string) {
    super(`The account "${accountId}" has no key "${keyId}".`);
  }
}

/**
 * An account keeps one key that has the scope `admin` and does not expire, as in the API: without it nobody could manage
 * the account.
 */
export class LastManagementKey extends OperatorError {
  override readonly name = 'LastManagementKey' as const;
  constructor(keyId: string) {
    super(
      `"${keyId}" is the last management key of its account that has the scope "admin" and does not expire; ` +
        'mint another one first, or revoke it with --force.',
    );
  }
}

/** The operator named a member that the account does not have. */
export class NoSuchMember extends OperatorError {
  override readonly name = 'NoSuchMember' as const;
  constructor(accountId: string, member: string) {
    super(`The account "${accountId}" has no member "${member}".`);
  }
}

/** The operator named a form that the account does not have. */
export class NoSuchForm extends OperatorError {
  override readonly name = 'NoSuchForm' as const;
  constructor(accountId: string, formId: string) {
    super(`The account "${accountId}" has no form "${formId}".`);
  }
}

/** The operator invited an active member. */
export class AlreadyMember extends OperatorError {
  override readonly name = 'AlreadyMember' as const;
  constructor(accountId: string, email: string) {
    super(`"${email}" is a member of the account "${accountId}" already.`);
  }
}

/** An account that has an owner keeps one, as in the API. */
export class LastOwner extends OperatorError {
  override readonly name = 'LastOwner' as const;
  constructor(member: string) {
    super(`"${member}" is the last owner of the account; make somebody else an owner first.`);
  }
}

/** The operator named an app that the installation does not have. */
export class NoSuchApp extends OperatorError {
  override readonly name = 'NoSuchApp' as const;
  constructor(id: string) {
    super(`The installation has no app "${id}".`);
  }
}

/** The operator wanted to rotate what a public app does not have. */
export class NoSecretOfPublicApp extends OperatorError {
  override readonly name = 'NoSecretOfPublicApp' as const;
  constructor(id: string) {
    super(`"${id}" is a public app, which has no secret.`);
  }
}

/** An account that is being deleted stays suspended. */
export class AccountBeingDeleted extends OperatorError {
  override readonly name = 'AccountBeingDeleted' as const;
  constructor(accountId: string) {
    super(`The account "${accountId}" is being deleted; run "delete ${accountId}" to finish that.`);
  }
}

/** The operator did not confirm a deletion. */
export class NotConfirmed extends OperatorError {
  override readonly name = 'NotConfirmed' as const;
  constructor(id: string) {
    super(`Nothing was deleted. Confirm with ${id}, or with --yes.`);
  }
}

/** The operator named a queue that the stack does not have. */
export class NoSuchQueue extends OperatorError {
  override readonly name = 'NoSuchQueue' as const;
  constructor(name: string, known: readonly string[]) {
    super(`There is no queue "${name}"; there are ${known.join(', ')}.`);
  }
}

/** The operator named a bucket of failed records that the stack does not have. */
export class NoSuchRecords extends OperatorError {
  override readonly name = 'NoSuchRecords' as const;
  constructor(name: string, known: readonly string[]) {
    super(`There are no records "${name}"; there are ${known.join(', ')}.`);
  }
}

/** A file with a page cannot be read. */
export class PageNotReadable extends OperatorError {
  override readonly name = 'PageNotReadable' as const;
  constructor(path: string) {
    super(`The page "${path}" cannot be read.`);
  }
}

/** A page has no such form. */
export class NoFormInPage extends OperatorError {
  override readonly name = 'NoFormInPage' as const;
}

/** An export was changed, cut off, or is none. */
export class DamagedExport extends OperatorError {
  override readonly name = 'DamagedExport' as const;
}

/** What is asked for does not fit what is there. */
export class TransferRefused extends OperatorError {
  override readonly name = 'TransferRefused' as const;
}
