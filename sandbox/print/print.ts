/** What is printed. */
import type { Context, Smartform } from "../../language/index.ts";

export interface Print {
  readonly smartform: Smartform;
  readonly formId: string;
  /**
   * Catalog over the sandbox's library, the data table after the rules, folder of the request or of the Smartform,
   * language asked for.
   */
  readonly context: Context;
  /** Answers to fields by property name, as sent (plain, option arrays, rows, order table, map values). */
  readonly values: ReadonlyMap<string, unknown>;
  /** Answers to editable texts by name. */
  readonly inputs: ReadonlyMap<string, string>;
  /** On a multi-step form: the step that the form is at, from 0. */
  readonly step?: number;
  readonly submitted: boolean;
  /** PDFs of the toolbar, appended in order (printPdf only). */
  readonly attachments?: readonly Uint8Array[];
  /** When the form was created: the date of the PDF, so that one form gives one file. Absent: now. */
  readonly createdAt?: Date;
  /** What the PDF says that it is; absent: the form of this id. */
  readonly subject?: string;
}
