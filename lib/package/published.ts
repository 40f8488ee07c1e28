/** What the package `svc-forms` exports: the service as a construct and as a stack of its own, and the role of CI. */
export { DeployRole, type DeployRoleProps } from '../ci/deploy-role.ts';
export { FormService, type FormServiceProps } from '../form-service.ts';
export { FormServiceStack, type FormServiceStackProps } from '../form-service-stack.ts';
export { WrongSetting, type FormServiceSettings } from '../stage-settings.ts';
