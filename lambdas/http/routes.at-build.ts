/** Methods and paths of all operations, made when the functions are bundled, so that no function needs their schemas. */
import { operations } from '../api/operations.ts';
import { atEveryPath } from './operation.ts';

export const ROUTES = Object.values(operations)
  .flatMap(atEveryPath)
  .map(({ method, path }) => ({ method, path }));
