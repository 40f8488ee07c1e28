/**
 * What the package `svc-forms` exports: the service as a construct and as a stack, the stack that its edge needs in another
 * region, and the role of CI.
 */
export { DeployRole, type DeployRoleProps } from '../ci/deploy-role.ts';
export { FormService, type FormServiceProps } from '../form-service.ts';
export { EdgeStack, type EdgeStackProps } from '../edge/edge-stack.ts';
export { FormServiceStack, type FormServiceStackProps } from '../form-service-stack.ts';
export { WrongSetting, type FormServiceSettings } from '../stage-settings.ts';
