/** The input for printing a form. */
import type { Context, Smartform } from "../../language/index.ts";

export interface Print {
  readonly smartform: Smartform;
  readonly formId: string;
  /**
   * The catalog of the sandbox's library, the data table to which the rules were applied, the folder of the request
   * or of the Smartform, and the requested language.
   */
  readonly context: Context;
  /** The answers to fields by property name, as sent (plain, option arrays, rows, order table, map values). */
  readonly values: ReadonlyMap<string, unknown>;
  /** The answers to editable texts by name. */
  readonly inputs: ReadonlyMap<string, string>;
  /** The current step of a multi-step form, from 0. */
  readonly step?: number;
  readonly submitted: boolean;
  /** The PDFs of the toolbar, appended in order (printPdf only). */
  readonly attachments?: readonly Uint8Array[];
  /**
   * The creation time of the form, used as the date of the PDF, so that one form always gives the same file; if absent,
   * the current time.
   */
  readonly createdAt?: Date;
  /** The subject of the PDF; if absent, the word Form and the form's id. */
  readonly subject?: string;
}
