/** Defines the error for a table that is too busy to process a whole batch. */
import { Unavailable } from '../core/errors/errors.ts';

export class BusyTable extends Unavailable {}
