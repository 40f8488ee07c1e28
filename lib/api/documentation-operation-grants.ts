/** Defines the grants for the functions that describe the service. These functions don't read stored data. */
import { variable, type Grant } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

export interface DocumentationOperationGrantsProps {
  readonly settings: StageSettings;
  readonly version: string;
}

export function documentationOperationGrants({ settings, version }: DocumentationOperationGrantsProps) {
  const showVersion = variable('SERVICE_VERSION', version);
  const nothing: readonly Grant[] = [];
  return {
    health: [showVersion],
    getHome: [showVersion, variable('CONSOLE_ENABLED', String(settings.console))],
    getOpenapi: [showVersion],
    getDocs: [showVersion],
    getFormScript: nothing,
    getProblemType: nothing,
  };
}
