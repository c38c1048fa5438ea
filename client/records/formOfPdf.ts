/** The form that a PDF shows. */
import type { Answers } from "../../language/index.ts";
import type { RunningVersion } from "../../server/protocol.ts";

/** What is known about a PDF's form; `null` stands for a PDF that does not belong to a form. */
export interface FormOfPdf {
  readonly smartformId: string;
  /** What the service says about the version that the form runs. */
  readonly version: RunningVersion;
  /** Folder for short references, as named in the form's request; null for the Smartform's own folder. */
  readonly folder: string | null;
  readonly answers: Answers;
}
