/**
 * Tests which mappings remain when a source map is reduced to this repository's files. Reads the map with
 * Node.
 */
import { SourceMap } from 'node:module';
import { ownSourceMap } from '../../lib/bundling/own-source-map.ts';

const whole = {
  version: 3,
  sources: ['../lambdas/own.ts', '../node_modules/sdk/sdk.js'],
  names: ['sdk', 'total'],
  // Mapped positions as line:column. Generated 0:0 maps to 0:0 in our own file, 0:4 to 0:0 in the package,
  // 0:8 to 0:4 in the package, 0:10 to 2:3 in our own file with the name "total", and 1:0 to 0:0 in the
  // package.
  mappings: 'AAAA,ICAA,IAAI,EDEDC;ACFH',
};

it('keeps positions in this repository and drops those in packages', () => {
  const text = ownSourceMap(JSON.stringify(whole), (source) => source.includes('/lambdas/'));
  expect(JSON.parse(text)).toEqual({
    version: 3,
    sources: ['../lambdas/own.ts'],
    names: ['total'],
    mappings: 'AAAA,I,MAEGA;',
  });
  const map = new SourceMap(JSON.parse(text));
  expect(map.findEntry(0, 2)).toMatchObject({ originalSource: '../lambdas/own.ts', originalLine: 0 });
  expect(map.findEntry(0, 9)).not.toMatchObject({ originalSource: expect.any(String) });
  expect(map.findEntry(0, 12)).toMatchObject({
    originalSource: '../lambdas/own.ts',
    originalLine: 2,
    originalColumn: 3,
    name: 'total',
  });
});

it("doesn't change a map that contains only files from this repository", () => {
  expect(JSON.parse(ownSourceMap(JSON.stringify(whole), () => true))).toEqual({
    ...whole,
    // Names are listed in the order of their first use in the mappings.
    names: ['total'],
    mappings: 'AAAA,ICAA,IAAI,EDEDA;ACFH',
  });
});
