/** What a handler throws instead of a reply, and what the answer to it is made of. */

export interface RefusalRow {
  readonly status: number;
  readonly message: string;
  /** Document and section; `sandbox` where the documents are silent and the sandbox protects itself or its choice. */
  readonly section: string;
  /** The choice whose alternative in force is the status instead. */
  readonly statusChoice?: string;
  /**
   * Where the documents describe the body: none, an object with `Message`, or the problems that come with the refusal.
   * Left out: choice N12.
   */
  readonly body?: "none" | "Message" | "problems";
}

/** Every refusal by its id: each service declares its own here, where it lists them. */
export interface Refusals {}

export type RefusalId = keyof Refusals;

/** `detail` names the field or value, never a secret. */
export class Refusal extends Error {
  readonly id: RefusalId;
  readonly detail: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, where the documents describe it as a list of problems. */
  readonly problems: unknown;
  constructor(
    id: RefusalId,
    detail?: string,
    {
      headers = {},
      problems,
    }: { readonly headers?: Readonly<Record<string, string>>; readonly problems?: unknown } = {},
  ) {
    super(detail === undefined ? id : `${id} (${detail})`);
    this.id = id;
    this.detail = detail;
    this.headers = headers;
    this.problems = problems;
  }
}
