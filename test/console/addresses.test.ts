/** Tests building and parsing the console's URLs. */
import { hrefOf, paramsIn, pathIn } from '../../console/app/addresses.ts';

it.each([
  [{ to: '/forms' }, '/console/forms'],
  [
    { to: '/forms/$formId/settings/$section', params: { formId: 'frm_1', section: 'fields' } },
    '/console/forms/frm_1/settings/fields',
  ],
  [{ to: '/inbox', search: { tab: 'all', q: 'a & b', form: undefined } }, '/console/inbox?tab=all&q=a+%26+b'],
  [{ to: '/inbox/$submissionId', params: { submissionId: 'a/b?c' } }, '/console/inbox/a%2Fb%3Fc'],
] as const)('builds %j', (target, href) => {
  expect(hrefOf(target)).toBe(href);
});

it.each([
  ['/console', '/forms'],
  ['/console/', '/forms'],
  ['/console/inbox', '/inbox'],
  ['/console/inbox/', '/inbox'],
])('parses %s as %s', (pathname, path) => {
  expect(pathIn(pathname)).toBe(path);
});

it.each([
  ['/inbox', '/inbox', {}],
  ['/inbox/sub_1', '/inbox/$submissionId', { submissionId: 'sub_1' }],
  ['/inbox/a%2Fb', '/inbox/$submissionId', { submissionId: 'a/b' }],
  [
    '/forms/frm_1/settings/fields',
    '/forms/$formId/settings/$section',
    { formId: 'frm_1', section: 'fields' },
  ],
])('recognizes %s as %s', (path, pattern, params) => {
  expect(paramsIn(path, pattern)).toEqual(params);
});

it.each([
  ['/inbox/sub_1', '/inbox'],
  ['/inbox', '/inbox/$submissionId'],
  ['/inbox/', '/inbox/$submissionId'],
  ['/inbox/%E0%A4', '/inbox/$submissionId'],
  ['/forms/frm_1/setting', '/forms/$formId/settings'],
])('does not mistake %s for %s', (path, pattern) => {
  expect(paramsIn(path, pattern)).toBeUndefined();
});
