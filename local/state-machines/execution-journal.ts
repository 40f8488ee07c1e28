/** Stores state machine executions in a database, so that they survive a restart of the runner. */
import type { DatabaseSync } from 'node:sqlite';

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

/**
 * An execution of a state machine, with the fields of `DescribeExecution`. Times are in milliseconds since
 * the epoch.
 */
export interface Execution {
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly name: string;
  readonly input: string;
  readonly status: ExecutionStatus;
  readonly startedAt: number;
  readonly stoppedAt: number | null;
  readonly output: string | null;
  readonly error: string | null;
  readonly cause: string | null;
}

export type ExecutionEnd = Pick<Execution, 'status' | 'stoppedAt' | 'output' | 'error' | 'cause'>;

/**
 * Retention period for closed executions. Step Functions keeps them for 90 days, during which their names
 * can't be reused.
 */
const RETENTION_MILLISECONDS = 90 * 24 * 60 * 60 * 1000;

/**
 * Stores all executions in the runner's journal, so that their names stay reserved and running executions
 * survive a restart.
 */
export class ExecutionJournal {
  readonly #get;
  readonly #insert;
  readonly #finish;
  readonly #list;

  constructor(journal: DatabaseSync) {
    journal.exec(`
      CREATE TABLE IF NOT EXISTS executions (
        executionArn TEXT PRIMARY KEY, stateMachineArn TEXT NOT NULL, name TEXT NOT NULL, input TEXT NOT NULL,
        status TEXT NOT NULL, startedAt INTEGER NOT NULL, stoppedAt INTEGER, output TEXT, error TEXT, cause TEXT
      );
      CREATE INDEX IF NOT EXISTS executions_by_machine ON executions (stateMachineArn, status, startedAt);
    `);
    journal.prepare('DELETE FROM executions WHERE stoppedAt < ?').run(Date.now() - RETENTION_MILLISECONDS);
    this.#get = journal.prepare('SELECT * FROM executions WHERE executionArn = ?');
    this.#insert = journal.prepare(
      "INSERT INTO executions (executionArn, stateMachineArn, name, input, status, startedAt) VALUES (?, ?, ?, ?, 'RUNNING', ?)",
    );
    this.#finish = journal.prepare(
      'UPDATE executions SET status = ?, stoppedAt = ?, output = ?, error = ?, cause = ? WHERE executionArn = ?',
    );
    this.#list = journal.prepare(
      "SELECT * FROM executions WHERE stateMachineArn = ? AND (? = '' OR status = ?) ORDER BY startedAt DESC LIMIT ?",
    );
  }

  /** Returns the execution with this ARN, or undefined if it doesn't exist or has been deleted. */
  get(executionArn: string): Execution | undefined {
    return this.#get.get(executionArn) as Execution | undefined;
  }

  /** Returns the executions, newest first. */
  list(stateMachineArn: string, status: ExecutionStatus | '', limit: number): Execution[] {
    return this.#list.all(stateMachineArn, status, status, limit) as unknown as Execution[];
  }

  insert(
    execution: Pick<Execution, 'executionArn' | 'stateMachineArn' | 'name' | 'input' | 'startedAt'>,
  ): void {
    const { executionArn, stateMachineArn, name, input, startedAt } = execution;
    this.#insert.run(executionArn, stateMachineArn, name, input, startedAt);
  }

  /** Records the end of an execution. */
  finish(executionArn: string, end: ExecutionEnd): void {
    this.#finish.run(end.status, end.stoppedAt, end.output, end.error, end.cause, executionArn);
  }
}
