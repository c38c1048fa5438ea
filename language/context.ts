/** What is known about a text beside its own characters: where it belongs and what it will be filled with. */
import type { Answer } from "./answer.ts";
import type { Catalog, JsonObject } from "./catalog.ts";
import type { RequestFile } from "./requests/operations.ts";

export interface Context {
  readonly catalog: Catalog;
  /** Lower-case language code of the text; absent where nobody said. */
  readonly language?: string;
  /**
   * Code (or name) of the folder for short references: what the file's settings name, before what the Smartform names.
   */
  readonly folder?: string;
  /** Id of the Smartform that the text belongs to. */
  readonly smartform?: string;
  /** Data sample. `unknown` silences every finding about data. */
  readonly data: Answer<JsonObject>;
  /** The values of a form, where the sample is a whole create-form request; absent where no request is known. */
  readonly values?: Answer<JsonObject>;
  /** Id of the library text that this text is a language of. */
  readonly textId?: string;
  /** Of a request file that is no create-form request. */
  readonly requestFile?: RequestFile;
}
