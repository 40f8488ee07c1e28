import { yamlOf } from '../../../lambdas/api/openapi/yaml.ts';

it('writes objects and lists as blocks but scalars as JSON', () => {
  const value = {
    openapi: '3.1.0',
    on: true,
    '/v1/{id}': { get: { tags: ['a: b', '# c'], empty: [], none: {} } },
    list: [{ name: 'x', rows: [[1, 2], null] }, 'two\nlines'],
  };
  expect(yamlOf(value)).toBe(`openapi: "3.1.0"
"on": true
"/v1/{id}":
  get:
    tags:
      - "a: b"
      - "# c"
    empty: []
    none: {}
list:
  - name: "x"
    rows:
      - - 1
        - 2
      - null
  - "two\\nlines"
`);
});
