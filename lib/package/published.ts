/**
 * Lists the exports of the package `@svc-forms/service`: the service as a construct and as a stack, the edge
 * stack, the deploy role for CI, and the construct that applies a forms file.
 */
export { DeployRole, type DeployRoleProps } from '../ci/deploy-role.ts';
export { FormService, type FormServiceProps } from '../form-service.ts';
export { EdgeStack, type EdgeStackProps } from '../edge/edge-stack.ts';
export { FormsAsCode, type FormsAsCodeProps } from '../forms-as-code/forms-as-code.ts';
export { FormServiceStack, type FormServiceStackProps } from '../form-service-stack.ts';
export { WrongSetting, type FormServiceSettings } from '../settings/stage-settings.ts';
