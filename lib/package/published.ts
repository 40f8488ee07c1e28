/** What the package `svc-forms` exports: the service as a construct, and as a stack of its own. */
export { FormService, type FormServiceProps } from '../form-service.ts';
export { FormServiceStack, type FormServiceStackProps } from '../form-service-stack.ts';
export { WrongSetting, type FormServiceSettings } from '../stage-settings.ts';
