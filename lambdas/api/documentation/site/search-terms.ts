/**
 * Lists the words that people search for, by the path of the page or section that answers them. Add a term if a page
 * doesn't use the reader's word, or if other pages use it more often.
 */
export const searchTerms: Readonly<Record<string, readonly string[]>> = {
  quickstart: ['quick start', 'getting started', 'get started', 'start', 'tutorial', 'install', 'demo'],
  costs: ['cost', 'pricing', 'price', 'prices', 'bill', 'budget', 'free tier'],
  spam: ['bots', 'honeypot', 'akismet'],
  'guides/turnstile': ['captcha', 'recaptcha', 'hcaptcha', 'bot protection', 'challenge'],
  'guides/files': ['file upload', 'file uploads', 'upload', 'attachment', 'attachments', 'large files'],
  'guides/react': ['next.js', 'nextjs', 'next', 'typescript', 'hook'],
  'guides/fetch': ['ajax', 'javascript', 'axios'],
  'guides/plain-form': ['html', 'html form', 'action'],
  'guides/styling': ['css', 'theme', 'brand', 'thank you page', 'redirect'],
  'guides/testing': ['ci', 'local', 'localhost', 'playwright', 'cypress'],
  'automations/chats': ['slack', 'discord', 'teams', 'microsoft teams'],
  'automations/google-sheets': ['spreadsheet', 'google', 'sheets'],
  'automations/platforms': ['zapier', 'make', 'activepieces', 'integrations'],
  'automations/verify': ['webhook signature', 'signature', 'hmac', 'webhook secret', 'signing secret'],
  'specification#retry-schedule': ['retries', 'retry', 'webhook retries', 'backoff'],
  'specification#problem-documents': ['errors', 'error codes', 'status codes'],
  'backup-and-restore': ['backup', 'backups', 'restore', 'disaster recovery', 'point-in-time recovery'],
  'install-with-cloudformation': ['terraform', 'cloudformation'],
  runbook: ['alarm', 'alarms', 'incident', 'on-call'],
  changelog: ['releases', 'version history', "what's new"],
};
