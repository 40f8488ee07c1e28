/** What the package `svc-forms` exports: the service as a construct and as a stack, and the stack that its edge needs in another region. */
export { FormService, type FormServiceProps } from '../form-service.ts';
export { EdgeStack, type EdgeStackProps } from '../edge/edge-stack.ts';
export { FormServiceStack, type FormServiceStackProps } from '../form-service-stack.ts';
export { WrongSetting, type FormServiceSettings } from '../stage-settings.ts';
