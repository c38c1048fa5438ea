/** The form that a PDF is of. */
import type { Answers } from "../../language/index.ts";
import type { RunningVersion } from "../../server/protocol.ts";

/** What is known of a PDF's form; `null` where it is no form. */
export interface FormOfPdf {
  readonly smartformId: string;
  /** What the service says of the version that the form runs. */
  readonly version: RunningVersion;
  /** Of short references, as the form's request named it; null: the Smartform's. */
  readonly folder: string | null;
  readonly answers: Answers;
}
