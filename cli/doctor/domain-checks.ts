/** Checks the domain's certificate, and the regions of all resources in the settings. */
import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { wrongRegions } from '../../lib/settings/regions.ts';
import { isAwsError, ok, problem, type Finding, type Target } from './finding.ts';

/** Checks that the resources named in the settings are in the stack's region. */
export function checkRegions({ settings, region }: Target): Finding[] {
  const wrong = wrongRegions(settings, region);
  if (wrong.length === 0) return [ok('Region', `The stack is deployed to ${region}.`)];
  return wrong.map(({ text, fix }) => problem('Region', text, fix));
}

/** Checks that the certificate covers the domain and has been issued. */
export async function checkCertificate({ settings: { domain } }: Target): Promise<Finding[]> {
  if (domain === undefined) return [];
  const check = 'Certificate';
  const { name, certificateArn } = domain;
  const [, , , region = ''] = certificateArn.split(':');
  const request = `Request one with "aws acm request-certificate --domain-name ${name} --validation-method DNS --region ${region}".`;
  try {
    const { Certificate } = await new ACMClient({ region }).send(
      new DescribeCertificateCommand({ CertificateArn: certificateArn }),
    );
    const { Status = 'unknown', DomainName = '', SubjectAlternativeNames = [] } = Certificate ?? {};
    if (![DomainName, ...SubjectAlternativeNames].some((each) => covers(each, name)))
      return [problem(check, `The certificate is for ${DomainName}, not for ${name}.`, request)];
    if (Status === 'ISSUED') return [ok(check, `The certificate for ${name} is issued in ${region}.`)];
    const fix =
      Status === 'PENDING_VALIDATION'
        ? `Add the CNAME record that "aws acm describe-certificate --certificate-arn ${certificateArn} --region ${region}" shows.`
        : request;
    return [problem(check, `The certificate for ${name} has the status ${Status}.`, fix)];
  } catch (error) {
    if (!isAwsError(error, 'ResourceNotFoundException')) throw error;
    return [problem(check, `The certificate ${certificateArn} doesn't exist.`, request)];
  }
}

/** Returns true if a certificate's name covers the host. The name can be a wildcard. */
const covers = (certified: string, host: string): boolean =>
  certified === host || (certified.startsWith('*.') && certified.slice(1) === host.slice(host.indexOf('.')));
