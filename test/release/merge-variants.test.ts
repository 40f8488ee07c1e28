/** Tests how templates with different settings are merged, and which differences are rejected. */
import { mergeVariants } from '../../lib/release/template/merge-variants.ts';

const SETTINGS = ['A', 'B'];
const variant = (on: string, template: Record<string, unknown>) => ({ on: new Set(on), template });
const withProperties = (on: string, Properties: Record<string, unknown>) =>
  variant(on, { Resources: { X: { Type: 'T', Properties } } });
const propertiesOf = (...variants: ReturnType<typeof variant>[]): unknown =>
  (mergeVariants(variants, SETTINGS) as any).Resources.X.Properties;

const none = { Ref: 'AWS::NoValue' };

it("adds a setting's condition to a resource that only this setting creates", () => {
  const all = [variant('', { Resources: {} }), variant('A', { Resources: { X: { Type: 'T' } } })];
  expect(mergeVariants(all, SETTINGS)).toEqual({
    Conditions: {},
    Resources: { X: { Type: 'T', Condition: 'A' } },
    Outputs: {},
    Mappings: {},
  });
});

it('adds a condition for a resource that depends on two settings', () => {
  const all = ['', 'A', 'B', 'AB'].map((on) =>
    variant(on, { Resources: on === 'A' ? { X: { Type: 'T' } } : {} }),
  );
  expect(mergeVariants(all, SETTINGS)).toMatchObject({
    Conditions: { AAndNotB: { 'Fn::And': [{ Condition: 'A' }, { 'Fn::Not': [{ Condition: 'B' }] }] } },
    Resources: { X: { Condition: 'AAndNotB' } },
  });
});

it('writes a condition for a resource that exists with either of two settings', () => {
  const all = ['', 'A', 'B', 'AB'].map((on) =>
    variant(on, { Resources: on === '' ? {} : { X: { Type: 'T' } } }),
  );
  expect(mergeVariants(all, SETTINGS)).toMatchObject({
    Conditions: {
      AOrNotAAndB: {
        'Fn::Or': [
          { Condition: 'A' },
          { 'Fn::And': [{ 'Fn::Not': [{ Condition: 'A' }] }, { Condition: 'B' }] },
        ],
      },
    },
    Resources: { X: { Condition: 'AOrNotAAndB' } },
  });
});

it('writes a property that differs as Fn::If and a missing one as AWS::NoValue', () => {
  expect(
    propertiesOf(withProperties('', { a: 1, b: { c: 1 } }), withProperties('A', { a: 2, b: { c: 1, d: 3 } })),
  ).toEqual({ a: { 'Fn::If': ['A', 2, 1] }, b: { c: 1, d: { 'Fn::If': ['A', 3, none] } } });
});

it('merges lists item by item, even if an item is repeated', () => {
  expect(
    propertiesOf(
      withProperties('', { l: ['x', 'y', 'x'] }),
      withProperties('A', { l: ['x', 'n', 'y', 'x', 'x'] }),
    ),
  ).toEqual({ l: ['x', { 'Fn::If': ['A', 'n', none] }, 'y', 'x', { 'Fn::If': ['A', 'x', none] }] });
});

it('writes lists as a whole if their items are in different orders', () => {
  expect(propertiesOf(withProperties('', { l: [1, 2] }), withProperties('A', { l: [2, 1] }))).toEqual({
    l: { 'Fn::If': ['A', [2, 1], [1, 2]] },
  });
});

it("uses empty strings in joins, because AWS::NoValue isn't documented for them", () => {
  const joined = (...parts: string[]) => ({ s: { 'Fn::Join': ['', parts] } });
  expect(
    propertiesOf(withProperties('', joined('a', 'c')), withProperties('A', joined('a', 'b', 'c'))),
  ).toEqual({
    s: { 'Fn::Join': ['', ['a', { 'Fn::If': ['A', 'b', ''] }, 'c']] },
  });
});

it('writes all other intrinsic functions as a whole', () => {
  const of = (id: string) => ({ v: { 'Fn::GetAtt': [id, 'Arn'] } });
  expect(propertiesOf(withProperties('', of('P')), withProperties('A', of('Q')))).toEqual({
    v: { 'Fn::If': ['A', of('Q').v, of('P').v] },
  });
});

it.each(['Type', 'DependsOn', 'DeletionPolicy'])(
  "rejects a %s that differs because it can't be conditional",
  (name) => {
    const all = ['1', '2'].map((value, index) =>
      variant(index === 0 ? '' : 'A', { Resources: { X: { [name]: value } } }),
    );
    expect(() => mergeVariants(all, SETTINGS)).toThrow(`Variants differ in X.${name}`);
  },
);

it('rejects variants that differ even though their settings are the same', () => {
  expect(() => propertiesOf(withProperties('A', { a: 1 }), withProperties('A', { a: 2 }))).toThrow(
    'Two variants with the same settings differ',
  );
});
