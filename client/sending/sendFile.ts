/** How other features send a request file. */
import type * as vscode from "vscode";
import type { Owner } from "../connections/ownerModel.ts";
import type { KeptDistribution } from "./distributionJournal.ts";

export interface SendOptions {
  /** Distributes the document that the request is about, whatever else the request asks for. */
  readonly distributes?: boolean;
  /** Sends again what ended without a known outcome, under the same GUID and in the same environment. */
  readonly kept?: KeptDistribution;
  /** Whose it is: the window may have turned to another library since somebody chose the file. */
  readonly owner: Owner;
}

/** One at a time per file. */
export type SendFile = (document: vscode.TextDocument, options: SendOptions) => Promise<void>;
