/** What we use of asl-validator, which has no types of its own. */
declare module 'asl-validator' {
  export default function aslValidator(definition: object): {
    readonly isValid: boolean;
    readonly errors: readonly object[];
  };
}
