import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'cdk.out/**',
      'dist/**',
      'release/**',
      '.local/**',
      'node_modules/**',
      'coverage/**',
      'docs/examples/**',
      'packages/*/dist/**',
      '**/*.js',
      '**/*.cjs',
      'console/api/api-types.ts',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Stores and ports are objects whose functions use closures. None uses `this`.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // These tests read parsed JSON from the service's own responses.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['test/e2e/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        {
          name: 'fetch',
          message: 'Use service.request: it checks every response against the OpenAPI document.',
        },
      ],
    },
  },
  {
    files: ['console/**/*.tsx', 'console/**/*.ts', 'packages/**/*.ts'],
    ...reactHooks.configs.flat['recommended-latest'],
  },
  {
    files: ['console/**/*.tsx'],
    plugins: { 'jsx-a11y-x': jsxA11y },
    rules: jsxA11y.configs.strict.rules,
  },
  {
    // Rules of n8n's scanner for community packages.
    files: ['packages/n8n-nodes-*/{nodes,credentials}/**/*.ts', 'packages/n8n-nodes-*/package.json'],
    plugins: n8nCommunityNodesPlugin.configs.recommended.plugins,
    rules: n8nCommunityNodesPlugin.configs.recommended.rules,
  },
  {
    files: ['packages/n8n-nodes-*/package.json'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: false, extraFileExtensions: ['.json'] },
    },
    rules: {
      ...tseslint.configs.disableTypeChecked.rules,
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
);
