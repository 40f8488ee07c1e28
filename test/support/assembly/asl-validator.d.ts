/** Types for the parts of asl-validator that we use. The package ships without types. */
declare module 'asl-validator' {
  export default function aslValidator(definition: object): {
    readonly isValid: boolean;
    readonly errors: readonly object[];
  };
}
