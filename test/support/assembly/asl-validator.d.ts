/**
 * Declares types for the parts of asl-validator that the tests use, because the package doesn't include any.
 */
declare module 'asl-validator' {
  export default function aslValidator(definition: object): {
    readonly isValid: boolean;
    readonly errors: readonly object[];
  };
}
