/**
 * Tests which mappings remain when a source map only covers this repository's own files, as Node reads it.
 */
import { SourceMap } from 'node:module';
import { ownSourceMap } from '../../lib/bundling/own-source-map.ts';

const whole = {
  version: 3,
  sources: ['../lambdas/own.ts', '../node_modules/sdk/sdk.js'],
  names: ['sdk', 'total'],
  // Column 0: own 0:0. 4: the package 0:0. 8: the package 0:4. 10: own 2:3 as "total". Line 1, column 0: the package 0:0.
  mappings: 'AAAA,ICAA,IAAI,EDEDC;ACFH',
};

it('keeps positions in our own files, and drops those in packages', () => {
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

it('leaves a map unchanged if it only has our own files', () => {
  expect(JSON.parse(ownSourceMap(JSON.stringify(whole), () => true))).toEqual({
    ...whole,
    // In the order of use.
    names: ['total'],
    mappings: 'AAAA,ICAA,IAAI,EDEDA;ACFH',
  });
});
