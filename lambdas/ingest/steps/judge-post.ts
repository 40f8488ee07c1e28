/**
 * Judge step: decides whether a submission is definitely spam. If not, checks the submission's files,
 * declared fields and bot challenge.
 */
import type { Plan } from '../../accounts/plans.ts';
import type { RandomBytes } from '../../core/random.ts';
import type { IngestForm } from '../../forms/form.ts';
import { blockedScore, spamDecisionOf, type SoftSigns } from '../../spam/score-post.ts';
import type { WordModel } from '../../spam/word-model.ts';
import type { Payload } from '../../core/payload.ts';
import { honeypotScore, type SpamScore } from '../../spam/spam-score.ts';
import { assertFieldsFit, withDeclaredFields, type PatternLoader } from '../declared-fields.ts';
import type { DeduplicationKey } from '../idempotency.ts';
import { acceptFiles } from '../files/ingest-files.ts';
import { type IncomingFile, type IngestFileStore } from '../../files/incoming-file.ts';
import { loadSoftSigns, type DisposableLoader } from '../loaded-signs.ts';
import type { ParsedPost } from './parse-post.ts';
import { needsSolution } from '../../spam/challenge-settings.ts';
import { assertPuzzleSolved, type SpendPuzzle } from '../challenge/spent-puzzle.ts';
import { assertChallengePassed, type ChallengeVerifier } from '../challenge/turnstile.ts';

/** Data about a request that is known before its body is read. */
export interface JudgedRequest {
  readonly form: IngestForm;
  readonly plan: Plan;
  readonly now: number;
  readonly sourceIp: string;
  readonly once: DeduplicationKey | undefined;
  readonly wordModel: WordModel | undefined;
}

export type Judgement = CertainSpam | ScoredPost;

/**
 * A submission with a filled-in honeypot, or with a value on the form's block list. The remaining checks are
 * skipped.
 */
export interface CertainSpam {
  readonly verdict: 'spam';
  readonly payload: Payload;
  readonly spam: SpamScore;
}

/**
 * A submission that passed all checks. Its spam score also depends on how often its text has been submitted.
 */
export interface ScoredPost {
  readonly verdict: 'scored';
  readonly payload: Payload;
  readonly files: readonly IncomingFile[];
  readonly signs: SoftSigns;
  /**
   * Determines whether the score moves the submission to spam: always, only if its text was submitted
   * repeatedly, or never.
   */
  readonly filing: ReturnType<typeof spamDecisionOf>;
}

export interface JudgeConfig {
  readonly random: RandomBytes;
  /** Origin of this service, where hosted pages show the challenge. */
  readonly ownOrigin?: string;
  readonly verifyChallenge: ChallengeVerifier;
  readonly loadPatterns: PatternLoader;
  readonly loadDisposableDomains: DisposableLoader;
}

type UploadFinder = Pick<IngestFileStore, 'findUploads' | 'findUploaded'>;

export interface JudgingStore {
  readonly files: UploadFinder;
  readonly spendPuzzle: SpendPuzzle;
}

/**
 * Decides whether a submission is definitely spam, and checks all other submissions.
 * @throws ValidationFailed for declared fields, TurnstileFailed, ChallengeFailed, and any error from
 *   `acceptFiles`
 */
export async function judgePost(
  request: JudgedRequest,
  post: ParsedPost,
  { files: uploads, spendPuzzle }: JudgingStore,
  config: JudgeConfig,
): Promise<Judgement> {
  const { form } = request;
  const certain = certainSpam(form, post);
  if (certain) return { verdict: 'spam', payload: post.payload, spam: certain };

  const accepted = await acceptPostedFiles(request, post, uploads, config);
  const { payload, files } = await withDeclaredFields(
    form,
    { payload: post.payload, files: accepted },
    config.loadPatterns,
  );
  // Check the challenge last, so that a submission that is rejected for another reason doesn't use up its
  // solution.
  if (needsSolution(form)) {
    await assertPuzzleSolved(request, post.solution, spendPuzzle);
  } else if (form.challenge.enabled) {
    const attempt = { token: post.challengeToken, sourceIp: request.sourceIp, once: request.once };
    const origins = challengeOrigins(form, config.ownOrigin);
    await assertChallengePassed(
      { ...form, allowed_origins: origins },
      attempt,
      config.verifyChallenge,
      config.random,
    );
  }
  const seen = { payload, script: post.script, model: request.wordModel };
  const signs = await loadSoftSigns(seen, form.spam, config.loadDisposableDomains);
  // Submissions with files are never moved to spam because of their score, because a false positive would
  // delete the visitor's files.
  const filing = files.length > 0 ? 'no' : spamDecisionOf(signs, form.spam);
  return { verdict: 'scored', payload, files, signs, filing };
}

/** Returns the origins on which the challenge can be solved. If there are none, it can be solved anywhere. */
function challengeOrigins(
  { allowed_origins, page }: Pick<IngestForm, 'allowed_origins' | 'page'>,
  ownOrigin: string | undefined,
): readonly string[] {
  const isOwn = page.enabled && ownOrigin !== undefined && allowed_origins.length > 0;
  return isOwn ? [...allowed_origins, ownOrigin] : allowed_origins;
}

function certainSpam(
  { spam }: Pick<IngestForm, 'spam'>,
  { honeypot, payload }: Pick<ParsedPost, 'honeypot' | 'payload'>,
): SpamScore | undefined {
  return honeypot === undefined ? blockedScore(payload, spam) : honeypotScore(honeypot);
}

/**
 * Accepts the files in the body and the uploads that the submission refers to. If the files are rejected,
 * reports errors in declared fields first (docs/specification.md, "Order of checks").
 */
async function acceptPostedFiles(
  { form, plan, now }: JudgedRequest,
  { payload, files, uploads }: ParsedPost,
  finder: UploadFinder,
  { random, loadPatterns }: Pick<JudgeConfig, 'random' | 'loadPatterns'>,
): Promise<IncomingFile[]> {
  const hasUploads = uploads !== undefined;
  if (files.length === 0 && !hasUploads) return [];
  try {
    return await acceptFiles(files, uploads, { formId: form.form_id, plan, now, random }, finder);
  } catch (refusal) {
    await assertFieldsFit(form, { payload, files, hasUploads }, loadPatterns);
    throw refusal;
  }
}
