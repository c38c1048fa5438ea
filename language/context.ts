/** What is known about a text besides its own characters: where it belongs and what it will be filled with. */
import type { Answer } from "./answer.ts";
import type { Catalog, JsonObject } from "./catalog.ts";
import type { RequestFile } from "./requests/operations.ts";

export interface Context {
  readonly catalog: Catalog;
  /** Lower-case language code of the text; absent if not known. */
  readonly language?: string;
  /**
   * Code (or name) of the folder that short references look in. Takes precedence over the folder that the Smartform
   * names.
   */
  readonly folder?: string;
  /** Id of the Smartform that the text belongs to. */
  readonly smartform?: string;
  /** Data sample. `unknown` silences every finding about data. */
  readonly data: Answer<JsonObject>;
  /** The values of a form, if the sample is a whole create-form request; absent if no request is known. */
  readonly values?: Answer<JsonObject>;
  /** Id of the library text, if this text is one of its languages. */
  readonly textId?: string;
  /** Present for a request file other than a create-form request. */
  readonly requestFile?: RequestFile;
}
