/** The error that a handler throws if it refuses a call, and the data from which the sandbox then answers the call. */

export interface RefusalRow {
  readonly status: number;
  readonly message: string;
  /** The document and section that require the refusal; `sandbox` if no document requires it. */
  readonly section: string;
  /** The choice whose current alternative replaces the status. */
  readonly statusChoice?: string;
  /**
   * The body if the documents describe it: none, an object with `Message`, or the problems of the refusal. If absent,
   * choice N12 decides.
   */
  readonly body?: "none" | "Message" | "problems";
}

/** Every refusal by its id. Each service adds its own refusals to this type, in the file that lists them. */
export interface Refusals {}

export type RefusalId = keyof Refusals;

/** `detail` names the field or value, never a secret. */
export class Refusal extends Error {
  readonly id: RefusalId;
  readonly detail: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, if the documents describe it as a list of problems. */
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
