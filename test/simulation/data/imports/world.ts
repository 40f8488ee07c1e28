/**
 * Simulates imports: files that are uploaded, forms that are deleted in the meantime, and a person who is
 * erased. Runs the real imports, form jobs and erasures.
 */
import { formIdOfImport } from '../../../../lambdas/core/ids.ts';
import { deleteFormRecords, type FormRecords } from '../../../../lambdas/form-jobs/form-deletion.ts';
import {
  firstMessage,
  newFormJob,
  runFormJobBatch,
  type FormJob,
  type FormJobMessage,
} from '../../../../lambdas/forms/jobs/form-job.ts';
import type { Form } from '../../../../lambdas/forms/form.ts';
import { stopImports } from '../../../../lambdas/data-requests/erasing/stopped-imports.ts';
import {
  hasEnded,
  importInput,
  newImport,
  type ImportMessage,
  type StoredImport,
} from '../../../../lambdas/imports/import.ts';
import type { ImportDeps } from '../../../../lambdas/imports/import-work.ts';
import { runImport } from '../../../../lambdas/imports/run-import.ts';
import type { Invocation } from '../../aws/invocation.ts';
import { Queue } from '../../aws/queue.ts';
import { DataWorld, type DataWorldOptions } from '../world.ts';
import type { ImportRemedy } from './remedies.ts';
import { ImportTables } from './tables.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Maximum number of identical messages in the queue. Further copies are dropped. */
const MAX_COPIES = 5;

export interface ImportWorldOptions extends Omit<DataWorldOptions, 'without'> {
  readonly missing?: ImportRemedy | undefined;
}

export class ImportWorld extends DataWorld {
  readonly tables: ImportTables;
  readonly missing: ImportRemedy | undefined;
  /** The texts of each import's file, in the order they were uploaded. */
  readonly uploads = new Map<string, string[]>();
  readonly deletedForms = new Set<string>();
  readonly jobs = new Map<string, FormJob>();
  override readonly removeKeys = (submissionIds: readonly string[]): void =>
    this.tables.removeNotes(({ submission_id }) => submissionIds.includes(submission_id));
  readonly #imports: Queue;

  constructor({ missing, ...options }: ImportWorldOptions) {
    super(options);
    this.missing = missing;
    this.tables = new ImportTables(this.data, missing, () => this.timeline.now);
    this.#imports = new Queue({
      timeline: this.timeline,
      random: this.random,
      visibilityMs: 3 * MINUTE,
      mischief: () => (this.timeline.now < options.calmAt ? options.mischief : 0),
      poll: () => void this.#work(),
    });
    const everyHour = (): void => {
      if (missing !== 'runner') this.#resumeImports();
      this.timeline.after(HOUR, everyHour);
    };
    this.timeline.after(HOUR, everyHour);
    this.timeline.after(options.calmAt + HOUR - this.timeline.now, () => this.#imports.redrive());
  }

  /** Creates an import, uploads its file, and possibly uploads another file a while later. */
  import(form: Form, at: number, texts: readonly string[], againAfter = 0): void {
    const { timeline, random, tables } = this;
    timeline.after(at - timeline.now, () => {
      if (this.deletedForms.has(form.form_id)) return;
      const created = newImport(form, importInput.parse({ format: 'ndjson' }), timeline.now, random.bytes);
      const id = created.kind;
      tables.imports.set(id, created);
      this.uploads.set(id, []);
      const upload = (text: string): void => {
        this.uploads.get(id)?.push(text);
        const etag = this.missing === 'etag' ? 'same' : `"${this.uploads.get(id)?.length}"`;
        tables.files.set(id, { bytes: Buffer.from(text), etag });
        this.#imports.send({ import_id: id });
      };
      for (const [index, text] of texts.entries())
        timeline.after(random.between(0, MINUTE) + index * againAfter, () => upload(text));
    });
  }

  /** Deletes a form. Its related data is deleted in the background. */
  deleteForm(form: Form, at: number): void {
    this.timeline.after(at - this.timeline.now, () => {
      this.deletedForms.add(form.form_id);
      const job = newFormJob('deletion', { ...form, version: form.version + 1 }, this.timeline.now);
      this.jobs.set(form.form_id, job);
      this.#imports.send(firstMessage(job));
    });
  }

  override async stopImports(invocation: Invocation): Promise<void> {
    if (this.missing === 'stopped-imports') return;
    const { find, replace, files } = this.#storesOf(invocation);
    const unfinished = (formId: string): Promise<StoredImport[]> =>
      invocation.call('import.list', () =>
        [...this.tables.imports.values()].filter((each) => each.form_id === formId && !hasEnded(each)),
      );
    const formIds = this.forms.map(({ form_id }) => form_id);
    await stopImports(formIds, {
      imports: { unfinished, find, replace },
      files,
      now: () => this.timeline.now,
    });
  }

  /** Returns true if an erasure has been confirmed and hasn't ended yet. */
  isErasing(): boolean {
    return [...this.requests.rows.values()].some(({ status }) => status === 'erasing');
  }

  async #work(): Promise<void> {
    await Promise.all(
      this.#imports.receive().map(async (message) => {
        const body = JSON.parse(message.body) as ImportMessage | FormJobMessage;
        const ending = await this.invoke('form-job', async (invocation) => {
          const next =
            'import_id' in body
              ? await this.#workOnImport(body, invocation)
              : await runFormJobBatch(body, this.#jobDepsOf(invocation));
          if (next) await this.#send(invocation, next.message, next.delaySeconds);
        });
        if (ending.ok) this.#imports.delete(message);
      }),
    );
  }

  #workOnImport(body: ImportMessage, invocation: Invocation): ReturnType<typeof runImport> {
    const { timeline, random, missing } = this;
    const until = timeline.now + random.pick([SECOND, 25 * SECOND]);
    const delay = (): Promise<void> =>
      timeline.sleep(random.chance(0.1) ? random.between(0, 10 * SECOND) : random.between(0, SECOND));
    const call = invocation.call.bind(invocation);
    const deps: ImportDeps = {
      now: () => timeline.now,
      spamRetentionDays: 30,
      ...this.#storesOf(invocation),
      isErasing: () => call('erasure.find', () => missing !== 'erasure-lease' && this.isErasing()),
      findForm: (_, formId) =>
        call('form.find', () => {
          if (this.deletedForms.has(formId)) return undefined;
          return this.forms.find(({ form_id }) => form_id === formId);
        }),
      store: this.tables.storeOf(invocation, body.import_id, delay),
      noteChange: () => call('change.note', () => undefined),
    };
    return runImport(body, deps, () => timeline.now >= until);
  }

  /** Returns the stores of imports and their files. */
  #storesOf(invocation: Invocation): Pick<ImportDeps, 'find' | 'replace' | 'files'> {
    const call = invocation.call.bind(invocation);
    const { imports, files } = this.tables;
    return {
      find: (id) => call('import.find', () => imports.get(id)),
      replace: (before, after) => call('import.replace', () => this.tables.replace(before, after)),
      files: {
        read: ({ kind }) => call('file.read', () => files.get(kind)),
        remove: ({ kind }) => call('file.remove', () => void files.delete(kind)),
      },
    };
  }

  #jobDepsOf(invocation: Invocation): Parameters<typeof runFormJobBatch>[1] {
    const call = invocation.call.bind(invocation);
    return {
      find: (formId) => call('job.find', () => this.jobs.get(formId)),
      touch: (job) => call('job.touch', () => this.jobs.has(job.form_id)),
      finish: (job) => call('job.finish', () => this.jobs.delete(job.form_id) || true),
      summarize: () => Promise.reject(new Error('Not simulated')),
      runBatch: (job, after) => deleteFormRecords(job, after, this.#recordsOf(invocation), () => false),
    };
  }

  #recordsOf(invocation: Invocation): FormRecords {
    const remove = (name: string, act: (formId: string) => void) => (formId: string) =>
      invocation.call(name, () => {
        act(formId);
        return true;
      });
    const { imports, files } = this.tables;
    const nothing = (): Promise<true> => Promise.resolve(true);
    return {
      webhookIds: () => Promise.resolve([]),
      keepWebhookIds: () => Promise.resolve(),
      removeDeliveriesOfForm: () => Promise.resolve(undefined),
      removeWebhooks: nothing,
      removeDeliveries: nothing,
      removeRecoveries: nothing,
      removeUploads: nothing,
      removeUnsubscriptions: nothing,
      removeEmails: nothing,
      removeReplies: nothing,
      removeCounts: nothing,
      removeSummaryJob: nothing,
      removeSearchIndex: nothing,
      removeImports: remove('imports.remove', (formId) => {
        for (const [id, each] of imports) if (each.form_id === formId) imports.delete(id);
      }),
      removeFiles: remove('files.remove', (formId) => {
        for (const id of files.keys()) if (formIdOfImport(id) === formId) files.delete(id);
      }),
      removeIdempotencyKeys: remove('notes.remove', (formId) =>
        this.tables.removeNotes(({ form_id }) => form_id === formId),
      ),
      removeSubmissions: ({ form_id }) =>
        remove('submissions.remove', () => {
          for (const [id, each] of this.data.submissions)
            if (each.form_id === form_id) this.data.submissions.delete(id);
        })(form_id),
    };
  }

  #send(invocation: Invocation, message: object, delaySeconds: number): Promise<void> {
    const isLastPass = 'pass' in message && message.pass === 'last';
    const delay = isLastPass && this.missing === 'late-writes' ? 0 : delaySeconds;
    return invocation.call('queue.send', () => {
      // A waiting import sends a message each minute. During a long erasure, duplicates of these messages
      // would multiply.
      const copies = [...this.#imports.messages].filter(({ body }) => body === JSON.stringify(message));
      if (copies.length < MAX_COPIES) this.#imports.send(message, delay * SECOND);
    });
  }

  /** Resumes the jobs and imports that no function has worked on for an hour. */
  #resumeImports(): void {
    const before = this.timeline.now - HOUR;
    for (const { kind, touched_at } of this.tables.imports.values())
      if (touched_at !== undefined && Date.parse(touched_at) < before)
        this.#imports.send({ import_id: kind });
    for (const job of this.jobs.values())
      if (Date.parse(job.touched_at) < before) this.#imports.send(firstMessage(job));
  }
}
