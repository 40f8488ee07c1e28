/**
 * `npm run iam:report -- FOLDER` reports function permissions that no test used in runs with
 * `SVC_IAM_USAGE=FOLDER`. Remove such a permission, test it, or list it with a reason in
 * `test/local/iam/unused-permissions.ts`.
 */
import { unusedPermissions } from '../../../local/iam/permission-usage.ts';
import { reasonFor } from '../../local/iam/unused-permissions.ts';

const folder = process.argv[2] ?? process.env['SVC_IAM_USAGE'];
if (folder === undefined) {
  console.error('Specify the folder that was used for the test run: SVC_IAM_USAGE=FOLDER npm test');
  process.exit(2);
}
const unused = unusedPermissions(folder);
const surplus = unused.filter((permission) => reasonFor(permission) === undefined);
for (const { functionId, action, resource, condition } of surplus)
  console.log(`${functionId}: ${action} on ${resource}${condition && ` if ${condition}`}`);
console.log(
  `${unused.length} permissions were not used by any test; ${surplus.length} of them are not listed with a reason`,
);
process.exitCode = surplus.length > 0 ? 1 : 0;
