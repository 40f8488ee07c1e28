import { RouteTable } from '../../../local/http/route-table.ts';

const table = new RouteTable(
  [
    '$default',
    'GET /forms/{id}',
    'GET /forms/new',
    'ANY /forms/{id}',
    'ANY /{proxy+}',
    'GET /{locale}/api',
    'GET /{locale}/api/{job}',
    'GET /{locale}/api/drive/list',
    'GET /files/{path+}',
    'GET /',
  ].map((key) => ({ key, target: key })),
);

test.each([
  ['GET', '/forms/new', 'GET /forms/new', {}],
  ['GET', '/forms/7', 'GET /forms/{id}', { id: '7' }],
  ['PUT', '/forms/new', 'ANY /forms/{id}', { id: 'new' }],
  ['GET', '/forms/7/x', 'ANY /{proxy+}', { proxy: 'forms/7/x' }],
  ['GET', '/de/api', 'GET /{locale}/api', { locale: 'de' }],
  ['GET', '/de/api/drive', 'GET /{locale}/api/{job}', { locale: 'de', job: 'drive' }],
  ['GET', '/de/api/drive/list', 'GET /{locale}/api/drive/list', { locale: 'de' }],
  ['GET', '/files/a/b%20c', 'GET /files/{path+}', { path: 'a/b c' }],
  ['GET', '/', 'GET /', {}],
  ['POST', '/', 'ANY /{proxy+}', { proxy: '' }],
  ['GET', '/forms/%6eew', 'GET /forms/new', {}],
])('%s %s goes to %s', (method, path, key, parameters) => {
  const match = table.match(method, path);
  expect([match?.route.key, match?.pathParameters]).toEqual([key, parameters]);
});

test("an empty segment doesn't match a path variable", () => {
  const forms = new RouteTable([{ key: 'GET /forms/{id}', target: 0 }]);
  expect(forms.match('GET', '/forms/')).toBeUndefined();
});
