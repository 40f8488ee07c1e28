/** Methods and paths of all operations, made when the functions are bundled, so that no function needs their schemas. */
import { operations } from '../operations.ts';

export const ROUTES = Object.values(operations).map(({ method, path }) => ({ method, path }));
