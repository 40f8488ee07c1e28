/** A table did a part of a batch only, as it is too busy. */
import { Unavailable } from '../core/errors.ts';

export class BusyTable extends Unavailable {}
