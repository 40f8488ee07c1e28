/** A table processed only part of a batch because it is too busy. */
import { Unavailable } from '../core/errors.ts';

export class BusyTable extends Unavailable {}
